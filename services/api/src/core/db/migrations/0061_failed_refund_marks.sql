DROP INDEX "bookings_refund_failed";--> statement-breakpoint
DROP INDEX "payment_incidents_failed_refund";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "has_failed_refund" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "bookings_with_failed_refund" ON "bookings" USING btree ("id") WHERE has_failed_refund;--> statement-breakpoint
CREATE FUNCTION has_failed_refund(booking integer, refund text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT refund = 'failed' OR (refund = 'none' AND EXISTS (
    SELECT FROM payment_incidents WHERE booking_id = booking AND type = 'refund.failed' AND resolved_at IS NULL))
$$;--> statement-breakpoint
UPDATE bookings SET has_failed_refund = true
  WHERE refund = 'failed' OR (refund = 'none' AND id IN (
    SELECT booking_id FROM payment_incidents WHERE type = 'refund.failed' AND resolved_at IS NULL));--> statement-breakpoint
CREATE FUNCTION mark_refund_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.has_failed_refund := has_failed_refund(NEW.id, NEW.refund);
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER mark_refund_state BEFORE INSERT OR UPDATE OF refund ON bookings
  FOR EACH ROW EXECUTE FUNCTION mark_refund_state();--> statement-breakpoint
-- Callers hold the lock of the booking.
CREATE FUNCTION mark_failed_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bookings SET has_failed_refund = NOT has_failed_refund
    WHERE id = NEW.booking_id AND has_failed_refund <> has_failed_refund(id, refund);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER mark_failed_part AFTER INSERT OR UPDATE OF type, booking_id, resolved_at ON payment_incidents
  FOR EACH ROW EXECUTE FUNCTION mark_failed_part();
