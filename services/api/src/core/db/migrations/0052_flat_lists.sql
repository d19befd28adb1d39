CREATE INDEX "payment_incidents_of_booking" ON "payment_incidents" USING btree ("booking_id") WHERE resolved_at IS NULL;--> statement-breakpoint
CREATE INDEX "booking_messages_results" ON "booking_messages" USING btree ("booking_id","id") WHERE kind = 'delivery';--> statement-breakpoint
CREATE INDEX "booking_messages_of_author" ON "booking_messages" USING btree ("booking_id","author","id");--> statement-breakpoint
CREATE INDEX "outbox_of_recipient" ON "outbox" USING btree (lower(recipient),"id") WHERE (sent_at IS NOT NULL OR failed_at IS NOT NULL);--> statement-breakpoint
CREATE INDEX "waitlist_listed" ON "waitlist" USING btree ((invited_at IS NOT NULL OR unsubscribed_at IS NOT NULL),"created_at","game","email");--> statement-breakpoint
-- Readers of messages wait for the change of constraints only, not for the index.
CREATE UNIQUE INDEX "booking_messages_key_booking_id_author_unique" ON "booking_messages" USING btree ("key","booking_id","author");--> statement-breakpoint
ALTER TABLE "booking_messages"
  DROP CONSTRAINT "booking_messages_booking_id_author_key_unique",
  ADD CONSTRAINT "booking_messages_key_booking_id_author_unique" UNIQUE USING INDEX "booking_messages_key_booking_id_author_unique";
