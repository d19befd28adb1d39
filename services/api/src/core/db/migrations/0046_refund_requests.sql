DROP INDEX "bookings_requested_lately";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "refund_requested_at" timestamp with time zone;--> statement-breakpoint
-- The nearest time that is known of earlier requests: their last attempt.
UPDATE "bookings" SET "refund_requested_at" = "refund_after" WHERE "refund_reason" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "bookings_by_request" ON "bookings" USING btree ("refund_requested_at") WHERE refund_requested_at IS NOT NULL;