ALTER TABLE bookings
  ADD COLUMN refund text NOT NULL DEFAULT 'none' CHECK (refund IN ('none', 'due', 'begun', 'returned', 'failed')),
  ADD COLUMN refund_after timestamptz,
  ADD COLUMN undo_status text,
  ADD COLUMN undo_until timestamptz,
  DROP CONSTRAINT bookings_status_check;
--> statement-breakpoint
UPDATE bookings SET refund = 'returned' WHERE status = 'expired' AND payment_intent IS NOT NULL;
--> statement-breakpoint
UPDATE bookings SET status = 'expired', refund = 'due', refund_after = now() WHERE status = 'refund_due';
--> statement-breakpoint
UPDATE bookings SET status = 'expired' WHERE status = 'pending_payment'
  AND id NOT IN (SELECT max(id) FROM bookings WHERE status = 'pending_payment' GROUP BY student_id);
--> statement-breakpoint
ALTER TABLE bookings
  ADD CONSTRAINT bookings_status_check CHECK (status IN ('pending_payment', 'expired', 'confirmed', 'cancelled', 'completed')),
  ADD CONSTRAINT no_session_for_returned_money CHECK (refund = 'none' OR status NOT IN ('pending_payment', 'confirmed')),
  ADD CONSTRAINT refund_has_a_time CHECK (refund NOT IN ('due', 'begun') OR refund_after IS NOT NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX one_hold_per_student ON bookings (student_id) WHERE status = 'pending_payment';
--> statement-breakpoint
CREATE INDEX bookings_refund ON bookings (refund_after) WHERE refund IN ('due', 'begun');
--> statement-breakpoint
CREATE INDEX bookings_payment ON bookings (payment_intent);
