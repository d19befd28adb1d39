ALTER TABLE reviews ADD COLUMN hidden_because text;
--> statement-breakpoint
CREATE TABLE review_reports (
  review_id integer NOT NULL REFERENCES reviews,
  user_id integer NOT NULL REFERENCES users,
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (review_id, user_id)
);
