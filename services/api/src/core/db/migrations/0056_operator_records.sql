ALTER TABLE "bookings" DROP CONSTRAINT "bookings_paid_by_hand_cents_check";--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD COLUMN "bank_event_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "refused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "operator_audit" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_paid_by_hand_cents_check" CHECK (paid_by_hand_cents >= 0 OR has_transfer);--> statement-breakpoint
ALTER TABLE "operator_audit" ADD CONSTRAINT "operator_audit_reason_length" CHECK (char_length(reason) <= 1000);
