ALTER TABLE "booking_events" DROP CONSTRAINT "booking_events_what_check";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "suggested_start" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_what_check" CHECK (what IN ('moved', 'cancelled', 'reopened', 'completed', 'delivered', 'refunding', 'refunded', 'part_refunded', 'refund_reversed', 'suggested', 'declined', 'withdrawn'));--> statement-breakpoint
CREATE FUNCTION end_suggestion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.suggested_start := NULL;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER end_suggestion BEFORE UPDATE OF status, starts_at ON bookings
  FOR EACH ROW WHEN (OLD.suggested_start IS NOT NULL AND (NEW.status <> 'confirmed' OR NEW.starts_at IS DISTINCT FROM OLD.starts_at))
  EXECUTE FUNCTION end_suggestion();--> statement-breakpoint
CREATE FUNCTION announce_suggestion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('carry_bookings', NEW.id::text);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER announce_suggestion AFTER UPDATE OF suggested_start ON bookings
  FOR EACH ROW WHEN (NEW.suggested_start IS DISTINCT FROM OLD.suggested_start)
  EXECUTE FUNCTION announce_suggestion();
