DROP INDEX "bookings_may_be_overpaid";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "is_overpaid" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "operator_audit" ADD COLUMN "amount_cents" bigint;--> statement-breakpoint
CREATE INDEX "bookings_overpaid" ON "bookings" USING btree ("id") WHERE is_overpaid;--> statement-breakpoint
-- Only a refund makes a share too large.
UPDATE bookings SET is_overpaid = true
  WHERE refunded_cents > 0 AND id IN (SELECT booking_id FROM ledger_entries GROUP BY booking_id HAVING sum(pending_cents) < 0);--> statement-breakpoint
-- Callers hold the lock of the booking: `post_ledger` is the only writer.
CREATE FUNCTION mark_overpaid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bookings SET is_overpaid = NOT is_overpaid
    WHERE id = NEW.booking_id
      AND is_overpaid <> (SELECT sum(pending_cents) < 0 FROM ledger_entries WHERE booking_id = NEW.booking_id);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER mark_overpaid AFTER INSERT ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION mark_overpaid();
