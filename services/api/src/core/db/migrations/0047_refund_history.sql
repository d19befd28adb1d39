ALTER TABLE "booking_events" DROP CONSTRAINT "booking_events_what_check";--> statement-breakpoint
ALTER TABLE "booking_events" ADD COLUMN "amount_cents" integer;--> statement-breakpoint
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_what_check" CHECK (what IN ('moved', 'cancelled', 'reopened', 'completed', 'delivered', 'refunding', 'refunded', 'part_refunded', 'refund_reversed'));--> statement-breakpoint
CREATE FUNCTION note_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.refund = 'none' THEN -- the state of a full refund has entries of its own
    INSERT INTO booking_events (booking_id, what, at, amount_cents)
      VALUES (NEW.id, CASE WHEN NEW.refunded_cents > OLD.refunded_cents THEN 'part_refunded' ELSE 'refund_reversed' END,
        now(), abs(NEW.refunded_cents - OLD.refunded_cents));
  END IF;
  PERFORM pg_notify('carry_bookings', NEW.id::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER note_refund AFTER UPDATE OF refunded_cents ON bookings
  FOR EACH ROW WHEN (NEW.refunded_cents <> OLD.refunded_cents) EXECUTE FUNCTION note_refund();
--> statement-breakpoint
CREATE FUNCTION announce_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('carry_bookings', NEW.booking_id::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER announce_review AFTER INSERT OR UPDATE OF reply, hidden_because ON reviews
  FOR EACH ROW WHEN (NEW.booking_id IS NOT NULL) EXECUTE FUNCTION announce_review();
