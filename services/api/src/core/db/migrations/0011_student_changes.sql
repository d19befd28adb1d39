-- The policy that was said before paying holds for that booking, whatever CANCEL_HOURS is later.
ALTER TABLE bookings
  ADD COLUMN cancel_until timestamptz,
  ADD COLUMN completed_at timestamptz,
  ADD COLUMN refund_reason text,
  ADD CONSTRAINT bookings_reason_length CHECK (char_length(refund_reason) <= 1000);
--> statement-breakpoint
UPDATE bookings SET cancel_until = starts_at - interval '12 hours' WHERE starts_at IS NOT NULL;
--> statement-breakpoint
UPDATE bookings SET completed_at = coalesce(starts_at, paid_at, now()) WHERE status = 'completed';
