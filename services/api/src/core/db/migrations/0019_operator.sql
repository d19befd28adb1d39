CREATE TABLE "operator_audit" (
	"id" serial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"who" text NOT NULL,
	"action" text NOT NULL,
	"target" integer,
	"status" integer,
	CONSTRAINT "operator_audit_who_length" CHECK (char_length(who) BETWEEN 1 AND 60)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "locked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "waitlist" ADD COLUMN "invited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "waitlist" ADD COLUMN "unsubscribed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "operator_audit_by_age" ON "operator_audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "waitlist_by_address" ON "waitlist" USING btree ("email");