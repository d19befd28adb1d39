CREATE TABLE "busy_times" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"coach_id" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "busy_times_check" CHECK (ends_at > starts_at)
);
--> statement-breakpoint
CREATE TABLE "coach_calendars" (
	"coach_id" integer PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"read_at" timestamp with time zone,
	"problem" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "coach_calendars_url_length" CHECK (char_length(url) <= 2000)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"booking_id" integer NOT NULL,
	"coach_id" integer NOT NULL,
	"kind" text NOT NULL,
	"paid_cents" integer NOT NULL,
	"commission_cents" integer NOT NULL,
	"refunded_cents" integer NOT NULL,
	"paid_out_cents" integer NOT NULL,
	"pending_cents" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_kind_check" CHECK (kind IN ('payment', 'refund', 'payout', 'reversal')),
	CONSTRAINT "ledger_balances" CHECK (paid_cents = pending_cents + paid_out_cents + refunded_cents + commission_cents)
);
--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"coach_id" integer PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"submitted" boolean DEFAULT false NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"failure" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_accounts_account_unique" UNIQUE("account")
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"id" serial PRIMARY KEY NOT NULL,
	"booking_id" integer NOT NULL,
	"account" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"transfer" text,
	"reversed_cents" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "transfers_transfer_unique" UNIQUE("transfer"),
	CONSTRAINT "transfers_amount_check" CHECK (amount_cents > 0),
	CONSTRAINT "transfers_reversed_check" CHECK (reversed_cents BETWEEN 0 AND amount_cents)
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "commission_bps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "coaches" ADD COLUMN "feed_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "coaches" ADD COLUMN "checklist_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_calendars" ADD CONSTRAINT "coach_calendars_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "busy_times_of_coach" ON "busy_times" USING btree ("coach_id","starts_at");--> statement-breakpoint
CREATE INDEX "coach_calendars_due" ON "coach_calendars" USING btree ("next_read_at");--> statement-breakpoint
CREATE INDEX "ledger_of_booking" ON "ledger_entries" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "ledger_of_coach" ON "ledger_entries" USING btree ("coach_id","booking_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_transfer_per_booking" ON "transfers" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "transfers_open" ON "transfers" USING btree ("retry_at") WHERE transfer IS NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_commission_check" CHECK (commission_bps BETWEEN 0 AND 10000);--> statement-breakpoint
-- Writes what is missing in the ledger of a booking. Its own share of a refund goes back with the refund.
CREATE FUNCTION post_ledger(which integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  booking record;
  stored record;
  target record;
  commission bigint;
BEGIN
  SELECT id, coach_id, commission_bps, paid_at,
      CASE WHEN paid_at IS NULL THEN 0 ELSE coalesce(paid_cents, amount_cents) END AS paid,
      CASE WHEN paid_at IS NULL THEN 0 ELSE least(refunded_cents, coalesce(paid_cents, amount_cents)) END AS refunded
    INTO booking FROM bookings WHERE id = which FOR UPDATE;
  SELECT coalesce(sum(paid_cents), 0) AS paid, coalesce(sum(commission_cents), 0) AS commission,
      coalesce(sum(refunded_cents), 0) AS refunded,
      coalesce(sum(paid_out_cents) FILTER (WHERE kind = 'payout'), 0) AS paid_out,
      coalesce(-sum(paid_out_cents) FILTER (WHERE kind = 'reversal'), 0) AS reversed
    INTO stored FROM ledger_entries WHERE booking_id = which;
  SELECT coalesce(sum(amount_cents), 0) AS paid_out, coalesce(sum(reversed_cents), 0) AS reversed
    INTO target FROM transfers WHERE booking_id = which AND transfer IS NOT NULL;

  IF booking.paid <> stored.paid THEN
    commission := (booking.paid - stored.refunded) * booking.commission_bps / 10000 - stored.commission;
    INSERT INTO ledger_entries (booking_id, coach_id, kind, paid_cents, commission_cents, refunded_cents, paid_out_cents, pending_cents, at)
      VALUES (which, booking.coach_id, 'payment', booking.paid - stored.paid, commission, 0, 0,
        booking.paid - stored.paid - commission, booking.paid_at);
    stored.commission := stored.commission + commission;
  END IF;
  IF booking.refunded <> stored.refunded THEN
    commission := (booking.paid - booking.refunded)::bigint * booking.commission_bps / 10000 - stored.commission;
    INSERT INTO ledger_entries (booking_id, coach_id, kind, paid_cents, commission_cents, refunded_cents, paid_out_cents, pending_cents, at)
      VALUES (which, booking.coach_id, 'refund', 0, commission, booking.refunded - stored.refunded, 0,
        stored.refunded - booking.refunded - commission, statement_timestamp());
  END IF;
  IF target.paid_out <> stored.paid_out THEN
    INSERT INTO ledger_entries (booking_id, coach_id, kind, paid_cents, commission_cents, refunded_cents, paid_out_cents, pending_cents, at)
      VALUES (which, booking.coach_id, 'payout', 0, 0, 0, target.paid_out - stored.paid_out,
        stored.paid_out - target.paid_out, statement_timestamp());
  END IF;
  IF target.reversed <> stored.reversed THEN
    INSERT INTO ledger_entries (booking_id, coach_id, kind, paid_cents, commission_cents, refunded_cents, paid_out_cents, pending_cents, at)
      VALUES (which, booking.coach_id, 'reversal', 0, 0, 0, stored.reversed - target.reversed,
        target.reversed - stored.reversed, statement_timestamp());
  END IF;
END
$$;--> statement-breakpoint
CREATE FUNCTION post_booking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM post_ledger(NEW.id);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION post_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM post_ledger(NEW.booking_id);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER post_ledger AFTER INSERT OR UPDATE OF paid_at, paid_cents, amount_cents, refunded_cents ON bookings
  FOR EACH ROW WHEN (NEW.paid_at IS NOT NULL) EXECUTE FUNCTION post_booking();--> statement-breakpoint
CREATE TRIGGER post_ledger AFTER INSERT OR UPDATE OF transfer, amount_cents, reversed_cents ON transfers
  FOR EACH ROW WHEN (NEW.transfer IS NOT NULL) EXECUTE FUNCTION post_transfer();--> statement-breakpoint
-- Bookings paid before the ledger existed: without commission.
SELECT post_ledger(id) FROM bookings WHERE paid_at IS NOT NULL;--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only';
END
$$;--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
