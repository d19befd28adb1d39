CREATE TABLE "booking_events" (
	"id" serial PRIMARY KEY NOT NULL,
	"booking_id" integer NOT NULL,
	"what" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"moved_from" timestamp with time zone,
	"moved_to" timestamp with time zone,
	CONSTRAINT "booking_events_what_check" CHECK (what IN ('moved', 'cancelled', 'reopened', 'completed', 'delivered', 'refunding', 'refunded'))
);
--> statement-breakpoint
CREATE TABLE "booking_messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"booking_id" integer NOT NULL,
	"author" text NOT NULL,
	"kind" text DEFAULT 'text' NOT NULL,
	"body" text NOT NULL,
	"key" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "booking_messages_booking_id_author_key_unique" UNIQUE("booking_id","author","key"),
	CONSTRAINT "booking_messages_author_check" CHECK (author IN ('student', 'coach')),
	CONSTRAINT "booking_messages_kind_check" CHECK (kind IN ('text', 'delivery')),
	CONSTRAINT "booking_messages_body_length" CHECK (char_length(body) <= 4000)
);
--> statement-breakpoint
CREATE TABLE "message_files" (
	"id" serial PRIMARY KEY NOT NULL,
	"booking_id" integer NOT NULL,
	"author" text NOT NULL,
	"message_id" integer,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"stored_as" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_files_stored_as_unique" UNIQUE("stored_as"),
	CONSTRAINT "message_files_author_check" CHECK (author IN ('student', 'coach')),
	CONSTRAINT "message_files_name_length" CHECK (char_length(name) BETWEEN 1 AND 120),
	CONSTRAINT "message_files_bytes_check" CHECK (bytes > 0)
);
--> statement-breakpoint
CREATE TABLE "message_reads" (
	"booking_id" integer NOT NULL,
	"reader" text NOT NULL,
	"last_id" integer DEFAULT 0 NOT NULL,
	"mailed_id" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "message_reads_booking_id_reader_pk" PRIMARY KEY("booking_id","reader"),
	CONSTRAINT "message_reads_reader_check" CHECK (reader IN ('student', 'coach'))
);
--> statement-breakpoint
CREATE TABLE "message_reports" (
	"message_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_reports_message_id_user_id_pk" PRIMARY KEY("message_id","user_id"),
	CONSTRAINT "message_reports_reason_length" CHECK (char_length(reason) <= 1000)
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "delivered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "coaches" ADD COLUMN "meeting_url" text;--> statement-breakpoint
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_messages" ADD CONSTRAINT "booking_messages_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_message_id_booking_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."booking_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reads" ADD CONSTRAINT "message_reads_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_message_id_booking_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."booking_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_events_by_booking" ON "booking_events" USING btree ("booking_id","id");--> statement-breakpoint
CREATE INDEX "booking_messages_page" ON "booking_messages" USING btree ("booking_id","id");--> statement-breakpoint
CREATE INDEX "message_files_by_message" ON "message_files" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "message_files_by_booking" ON "message_files" USING btree ("booking_id");--> statement-breakpoint
ALTER TABLE "coaches" ADD CONSTRAINT "coaches_meeting_length" CHECK (char_length(meeting_url) <= 500);--> statement-breakpoint
CREATE FUNCTION note_booking_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.starts_at IS DISTINCT FROM OLD.starts_at THEN
    INSERT INTO booking_events (booking_id, what, at, moved_from, moved_to)
      VALUES (NEW.id, 'moved', now(), OLD.starts_at, NEW.starts_at);
  END IF;
  IF NEW.delivered_at IS DISTINCT FROM OLD.delivered_at AND NEW.delivered_at IS NOT NULL THEN
    INSERT INTO booking_events (booking_id, what, at) VALUES (NEW.id, 'delivered', now());
  END IF;
  IF NEW.status <> OLD.status AND OLD.status IN ('confirmed', 'cancelled', 'completed')
    AND NEW.status IN ('confirmed', 'cancelled', 'completed') THEN
    INSERT INTO booking_events (booking_id, what, at)
      VALUES (NEW.id, CASE NEW.status WHEN 'confirmed' THEN 'reopened' ELSE NEW.status END, now());
  END IF;
  IF NEW.refund <> OLD.refund AND NEW.refund IN ('begun', 'returned') THEN
    INSERT INTO booking_events (booking_id, what, at)
      VALUES (NEW.id, CASE NEW.refund WHEN 'begun' THEN 'refunding' ELSE 'refunded' END, now());
  END IF;
  PERFORM pg_notify('carry_bookings', NEW.id::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER note_change AFTER UPDATE OF status, starts_at, refund, delivered_at ON bookings
  FOR EACH ROW EXECUTE FUNCTION note_booking_change();
--> statement-breakpoint
INSERT INTO booking_events (booking_id, what, at, moved_from, moved_to)
  SELECT id, 'moved', moved_at, moved_from, starts_at FROM bookings WHERE moved_at IS NOT NULL;
--> statement-breakpoint
INSERT INTO booking_events (booking_id, what, at)
  SELECT id, 'completed', completed_at FROM bookings WHERE completed_at IS NOT NULL;
