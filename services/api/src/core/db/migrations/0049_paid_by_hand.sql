DROP INDEX "bookings_awaiting_payout";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "paid_by_hand_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "bookings_awaiting_payout" ON "bookings" USING btree ("coach_id",(coalesce(delivered_at, completed_at, ends_at, paid_at))) WHERE status IN ('completed', 'cancelled') AND refund = 'none' AND paid_at IS NOT NULL AND NOT has_transfer AND paid_by_hand_cents = 0;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_paid_by_hand_cents_check" CHECK (paid_by_hand_cents >= 0);--> statement-breakpoint
-- A payout is a transfer or was made by hand.
CREATE OR REPLACE FUNCTION post_ledger(which integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  booking record;
  stored record;
  target record;
  commission bigint;
BEGIN
  SELECT id, coach_id, commission_bps, paid_at, paid_by_hand_cents,
      CASE WHEN paid_at IS NULL THEN 0 ELSE coalesce(paid_cents, amount_cents) END AS paid,
      CASE WHEN paid_at IS NULL THEN 0 ELSE least(refunded_cents, coalesce(paid_cents, amount_cents)) END AS refunded
    INTO booking FROM bookings WHERE id = which FOR UPDATE;
  SELECT coalesce(sum(paid_cents), 0) AS paid, coalesce(sum(commission_cents), 0) AS commission,
      coalesce(sum(refunded_cents), 0) AS refunded,
      coalesce(sum(paid_out_cents) FILTER (WHERE kind = 'payout'), 0) AS paid_out,
      coalesce(-sum(paid_out_cents) FILTER (WHERE kind = 'reversal'), 0) AS reversed
    INTO stored FROM ledger_entries WHERE booking_id = which;
  SELECT coalesce(sum(amount_cents), 0) + booking.paid_by_hand_cents AS paid_out, coalesce(sum(reversed_cents), 0) AS reversed
    INTO target FROM transfers WHERE booking_id = which AND transfer IS NOT NULL;

  IF booking.paid <> stored.paid THEN
    commission := (booking.paid - stored.refunded) * booking.commission_bps / 10000 - stored.commission;
    INSERT INTO ledger_entries (booking_id, coach_id, kind, paid_cents, commission_cents, refunded_cents, paid_out_cents, pending_cents, at)
      VALUES (which, booking.coach_id, 'payment', booking.paid - stored.paid, commission, 0, 0,
        booking.paid - stored.paid - commission, booking.paid_at);
    stored.commission := stored.commission + commission;
  END IF;
  IF booking.refunded <> stored.refunded THEN
    commission := (booking.paid - booking.refunded)::bigint * booking.commission_bps / 10000 - stored.commission;
    INSERT INTO ledger_entries (booking_id, coach_id, kind, paid_cents, commission_cents, refunded_cents, paid_out_cents, pending_cents, at)
      VALUES (which, booking.coach_id, 'refund', 0, commission, booking.refunded - stored.refunded, 0,
        stored.refunded - booking.refunded - commission, statement_timestamp());
  END IF;
  IF target.paid_out <> stored.paid_out THEN
    INSERT INTO ledger_entries (booking_id, coach_id, kind, paid_cents, commission_cents, refunded_cents, paid_out_cents, pending_cents, at)
      VALUES (which, booking.coach_id, 'payout', 0, 0, 0, target.paid_out - stored.paid_out,
        stored.paid_out - target.paid_out, statement_timestamp());
  END IF;
  IF target.reversed <> stored.reversed THEN
    INSERT INTO ledger_entries (booking_id, coach_id, kind, paid_cents, commission_cents, refunded_cents, paid_out_cents, pending_cents, at)
      VALUES (which, booking.coach_id, 'reversal', 0, 0, 0, stored.reversed - target.reversed,
        target.reversed - stored.reversed, statement_timestamp());
  END IF;
END
$$;--> statement-breakpoint
DROP TRIGGER post_ledger ON bookings;--> statement-breakpoint
CREATE TRIGGER post_ledger AFTER INSERT OR UPDATE OF paid_at, paid_cents, amount_cents, refunded_cents, paid_by_hand_cents ON bookings
  FOR EACH ROW WHEN (NEW.paid_at IS NOT NULL) EXECUTE FUNCTION post_booking();
