CREATE INDEX "coach_applications_listed" ON "coach_applications" USING btree ((decided_at IS NOT NULL),(- id));--> statement-breakpoint
CREATE INDEX "bookings_by_price" ON "bookings" USING btree ("amount_cents");--> statement-breakpoint
CREATE INDEX "bookings_by_paid_amount" ON "bookings" USING btree ("paid_cents") WHERE paid_cents IS NOT NULL;--> statement-breakpoint
CREATE INDEX "bookings_by_refunded_amount" ON "bookings" USING btree ("refunded_cents") WHERE refunded_cents > 0;--> statement-breakpoint
-- Counts once in a transaction. Each change would read the row's earlier versions, so many changes took quadratic time.
CREATE FUNCTION count_revision(changed integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM coach_revisions
      WHERE coach_id = changed AND xmin = pg_current_xact_id()::xid) THEN
    INSERT INTO coach_revisions (coach_id, revision) VALUES (changed, 1)
      ON CONFLICT (coach_id) DO UPDATE SET revision = coach_revisions.revision + 1;
  END IF;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_coach_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_revision((to_jsonb(COALESCE(NEW, OLD)) ->> TG_ARGV[0])::integer);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_directory_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_revision(0);
  RETURN NULL;
END
$$;--> statement-breakpoint
-- Hiding a review drops its reports.
DELETE FROM review_reports USING reviews WHERE reviews.id = review_id AND hidden_because IS NOT NULL;
