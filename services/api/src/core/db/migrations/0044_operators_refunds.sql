CREATE INDEX "bookings_refunded" ON "bookings" USING btree ("id") WHERE refunded_cents > 0;--> statement-breakpoint
CREATE INDEX "bookings_refund_requested" ON "bookings" USING btree ("id") WHERE refund_reason IS NOT NULL;--> statement-breakpoint
CREATE INDEX "bookings_requested_lately" ON "bookings" USING btree ("refund_after") WHERE refund_reason IS NOT NULL;