CREATE TABLE "ledger_totals" (
	"coach_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"bookings" integer NOT NULL,
	"paid_cents" bigint NOT NULL,
	"commission_cents" bigint NOT NULL,
	"refunded_cents" bigint NOT NULL,
	"paid_out_cents" bigint NOT NULL,
	"pending_cents" bigint NOT NULL,
	CONSTRAINT "ledger_totals_coach_id_at_pk" PRIMARY KEY("coach_id","at")
);
--> statement-breakpoint
ALTER TABLE "ledger_totals" ADD CONSTRAINT "ledger_totals_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bookings_by_payment" ON "bookings" USING btree ("paid_at") WHERE paid_at IS NOT NULL;--> statement-breakpoint
CREATE FUNCTION ledger_bucket(paid_at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  -- Zones are 12 hours behind UTC to 14 ahead, by quarters of an hour.
  SELECT CASE
    WHEN date_trunc('month', paid_at - interval '12 hours', 'UTC') = date_trunc('month', paid_at + interval '14 hours', 'UTC')
      THEN date_trunc('month', paid_at, 'UTC') + interval '14 days'
    ELSE to_timestamp(floor(extract(epoch FROM paid_at) / 900) * 900)
  END
$$;--> statement-breakpoint
INSERT INTO ledger_totals (coach_id, at, bookings, paid_cents, commission_cents, refunded_cents, paid_out_cents, pending_cents)
  SELECT ledger.coach_id, ledger_bucket(bookings.paid_at), count(DISTINCT bookings.id), sum(ledger.paid_cents),
      sum(ledger.commission_cents), sum(ledger.refunded_cents), sum(ledger.paid_out_cents), sum(ledger.pending_cents)
    FROM ledger_entries ledger JOIN bookings ON bookings.id = ledger.booking_id
    GROUP BY 1, 2;--> statement-breakpoint
CREATE FUNCTION add_to_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_totals AS totals (coach_id, at, bookings, paid_cents, commission_cents, refunded_cents, paid_out_cents, pending_cents)
    SELECT NEW.coach_id, ledger_bucket(bookings.paid_at),
        CASE WHEN EXISTS (SELECT FROM ledger_entries WHERE booking_id = NEW.booking_id AND id <> NEW.id) THEN 0 ELSE 1 END,
        NEW.paid_cents, NEW.commission_cents, NEW.refunded_cents, NEW.paid_out_cents, NEW.pending_cents
      FROM bookings WHERE bookings.id = NEW.booking_id
    ON CONFLICT (coach_id, at) DO UPDATE SET
      bookings = totals.bookings + excluded.bookings,
      paid_cents = totals.paid_cents + excluded.paid_cents,
      commission_cents = totals.commission_cents + excluded.commission_cents,
      refunded_cents = totals.refunded_cents + excluded.refunded_cents,
      paid_out_cents = totals.paid_out_cents + excluded.paid_out_cents,
      pending_cents = totals.pending_cents + excluded.pending_cents;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER add_to_totals AFTER INSERT ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION add_to_totals();
