ALTER TABLE "bookings" ADD COLUMN "has_transfer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "bookings_open" ON "bookings" USING btree ((coalesce(starts_at, paid_at))) WHERE status = 'confirmed';--> statement-breakpoint
CREATE INDEX "bookings_open_page" ON "bookings" USING btree ("id") WHERE status = 'expired' AND checkout_session IS NOT NULL AND NOT checkout_closed;--> statement-breakpoint
CREATE INDEX "bookings_awaiting_payout" ON "bookings" USING btree ("coach_id",(coalesce(delivered_at, completed_at, ends_at, paid_at))) WHERE status IN ('completed', 'cancelled') AND refund = 'none' AND paid_at IS NOT NULL AND NOT has_transfer;--> statement-breakpoint
CREATE INDEX "bookings_may_be_overpaid" ON "bookings" USING btree ("id") WHERE has_transfer AND refunded_cents > 0;--> statement-breakpoint
UPDATE bookings SET has_transfer = true WHERE id IN (SELECT booking_id FROM transfers);--> statement-breakpoint
CREATE FUNCTION mark_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bookings SET has_transfer = (TG_OP = 'INSERT')
    WHERE id = CASE TG_OP WHEN 'INSERT' THEN NEW.booking_id ELSE OLD.booking_id END;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER mark_transfer AFTER INSERT OR DELETE ON transfers
  FOR EACH ROW EXECUTE FUNCTION mark_transfer();
