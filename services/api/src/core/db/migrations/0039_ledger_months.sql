CREATE TABLE "ledger_months" (
	"coach_id" integer NOT NULL,
	"month" date NOT NULL,
	"bookings" integer NOT NULL,
	"paid_cents" bigint NOT NULL,
	"commission_cents" bigint NOT NULL,
	"refunded_cents" bigint NOT NULL,
	"paid_out_cents" bigint NOT NULL,
	"pending_cents" bigint NOT NULL,
	"compacted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "month" date;--> statement-breakpoint
ALTER TABLE "ledger_months" ADD CONSTRAINT "ledger_months_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_months_of_coach" ON "ledger_months" USING btree ("coach_id","month");--> statement-breakpoint
CREATE INDEX "ledger_months_to_compact" ON "ledger_months" USING btree ("coach_id","month") WHERE NOT compacted;--> statement-breakpoint
CREATE FUNCTION ledger_month(paid_at timestamptz, zone text) RETURNS date LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN date_trunc('month', paid_at AT TIME ZONE zone);
EXCEPTION WHEN invalid_parameter_value THEN
  -- This database lacks the zone. A payment must not fail for that.
  RETURN date_trunc('month', paid_at AT TIME ZONE 'UTC');
END
$$;--> statement-breakpoint
ALTER TABLE ledger_entries DISABLE TRIGGER append_only;--> statement-breakpoint
UPDATE ledger_entries SET month = ledger_month(coalesce(bookings.paid_at, ledger_entries.at), coaches.time_zone)
  FROM bookings JOIN coaches ON coaches.id = bookings.coach_id WHERE bookings.id = ledger_entries.booking_id;--> statement-breakpoint
ALTER TABLE ledger_entries ENABLE TRIGGER append_only;--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "month" SET NOT NULL;--> statement-breakpoint
INSERT INTO ledger_months (coach_id, month, bookings, paid_cents, commission_cents, refunded_cents, paid_out_cents, pending_cents, compacted)
  SELECT coach_id, month, count(DISTINCT booking_id), sum(paid_cents), sum(commission_cents), sum(refunded_cents),
      sum(paid_out_cents), sum(pending_cents), true
    FROM ledger_entries GROUP BY coach_id, month;--> statement-breakpoint
CREATE FUNCTION add_to_month() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT month INTO NEW.month FROM ledger_entries WHERE booking_id = NEW.booking_id LIMIT 1;
  INSERT INTO ledger_months (coach_id, month, bookings, paid_cents, commission_cents, refunded_cents, paid_out_cents, pending_cents)
    SELECT NEW.coach_id, coalesce(NEW.month, ledger_month(coalesce(bookings.paid_at, NEW.at), coaches.time_zone)),
        CASE WHEN NEW.month IS NULL THEN 1 ELSE 0 END, NEW.paid_cents, NEW.commission_cents, NEW.refunded_cents,
        NEW.paid_out_cents, NEW.pending_cents
      FROM bookings JOIN coaches ON coaches.id = bookings.coach_id WHERE bookings.id = NEW.booking_id
    RETURNING month INTO NEW.month;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER add_to_month BEFORE INSERT ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION add_to_month();
