DROP INDEX "one_hold_per_student";--> statement-breakpoint
DROP INDEX "bookings_open_page";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "async_payment" text;--> statement-breakpoint
CREATE UNIQUE INDEX "one_hold_per_student" ON "bookings" USING btree ("student_id") WHERE status = 'pending_payment' AND async_payment IS NULL;--> statement-breakpoint
CREATE INDEX "bookings_open_page" ON "bookings" USING btree ("id") WHERE (status = 'expired' OR async_payment = 'processing') AND checkout_session IS NOT NULL AND NOT checkout_closed;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_async_payment_check" CHECK (async_payment IN ('processing', 'failed'));