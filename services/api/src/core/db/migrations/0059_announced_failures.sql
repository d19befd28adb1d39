ALTER TABLE "payment_incidents" ADD COLUMN "announced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE payment_incidents SET announced = true
  WHERE type = 'refund.failed' AND resolved_at IS NULL
    AND booking_id IN (SELECT booking_id FROM booking_events WHERE what = 'refund_reversed');
