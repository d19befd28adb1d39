CREATE INDEX "bookings_refund_failed" ON "bookings" USING btree ("id") WHERE refund = 'failed';--> statement-breakpoint
CREATE INDEX "bookings_paid_of_coach" ON "bookings" USING btree ("coach_id","paid_at","id") WHERE paid_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "outbox_failed" ON "outbox" USING btree ("id") WHERE failed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "waitlist_waiting" ON "waitlist" USING btree ("game","created_at") WHERE invited_at IS NULL AND unsubscribed_at IS NULL;