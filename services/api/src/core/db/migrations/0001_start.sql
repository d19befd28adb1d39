CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
CREATE TABLE users (
  id serial PRIMARY KEY,
  email text NOT NULL,
  password_hash text NOT NULL,
  verified_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE UNIQUE INDEX users_email ON users (lower(email));
--> statement-breakpoint
CREATE TABLE mail_tokens (
  token_hash text PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('verify', 'reset')),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
--> statement-breakpoint
CREATE TABLE refresh_tokens (
  token_hash text PRIMARY KEY,
  family uuid NOT NULL,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  revoked_at timestamptz
);
--> statement-breakpoint
CREATE INDEX refresh_tokens_family ON refresh_tokens (family);
--> statement-breakpoint
CREATE TABLE used_captchas (
  signature text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE coaches (
  id serial PRIMARY KEY,
  user_id integer NOT NULL UNIQUE REFERENCES users,
  name text NOT NULL,
  description text NOT NULL,
  image_path text,
  special_offer text,
  rank_images jsonb NOT NULL DEFAULT '[]',
  time_zone text NOT NULL
);
--> statement-breakpoint
CREATE TABLE weekly_hours (
  coach_id integer NOT NULL REFERENCES coaches ON DELETE CASCADE,
  weekday integer NOT NULL CHECK (weekday BETWEEN 0 AND 6),
  start_minute integer NOT NULL CHECK (start_minute BETWEEN 0 AND 1440),
  end_minute integer NOT NULL CHECK (end_minute BETWEEN 0 AND 1440 AND end_minute > start_minute),
  PRIMARY KEY (coach_id, weekday, start_minute)
);
--> statement-breakpoint
CREATE TABLE services (
  id serial PRIMARY KEY,
  coach_id integer NOT NULL REFERENCES coaches ON DELETE CASCADE,
  slug text NOT NULL,
  label text NOT NULL,
  rate_cents integer NOT NULL CHECK (rate_cents > 0),
  is_hourly boolean NOT NULL,
  position integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE bookings (
  id serial PRIMARY KEY,
  student_id integer NOT NULL REFERENCES users,
  coach_id integer NOT NULL REFERENCES coaches,
  service_id integer NOT NULL REFERENCES services,
  quantity integer NOT NULL CHECK (quantity >= 1),
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  duration_minutes integer NOT NULL,
  starts_at timestamptz,
  ends_at timestamptz,
  contact_info text NOT NULL,
  details text NOT NULL,
  notes text NOT NULL DEFAULT '',
  -- pending_payment, expired and refund_due are internal: no list shows them
  status text NOT NULL CHECK (status IN ('pending_payment', 'expired', 'refund_due', 'confirmed', 'cancelled', 'completed')),
  hold_expires_at timestamptz NOT NULL,
  checkout_session text UNIQUE,
  checkout_closed boolean NOT NULL DEFAULT false,
  payment_intent text,
  paid_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((starts_at IS NULL) = (ends_at IS NULL)),
  CONSTRAINT one_booking_per_slot EXCLUDE USING gist (coach_id WITH =, tstzrange(starts_at, ends_at) WITH &&)
    WHERE (starts_at IS NOT NULL AND status IN ('pending_payment', 'confirmed', 'completed')),
  CONSTRAINT one_session_at_a_time EXCLUDE USING gist (student_id WITH =, tstzrange(starts_at, ends_at) WITH &&)
    WHERE (starts_at IS NOT NULL AND status IN ('pending_payment', 'confirmed', 'completed'))
);
--> statement-breakpoint
CREATE INDEX bookings_student ON bookings (student_id);
--> statement-breakpoint
CREATE INDEX bookings_coach ON bookings (coach_id, starts_at);
--> statement-breakpoint
CREATE TABLE payment_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE reviews (
  id serial PRIMARY KEY,
  coach_id integer NOT NULL REFERENCES coaches,
  booking_id integer UNIQUE REFERENCES bookings,
  reviewer_name text NOT NULL,
  comment text NOT NULL,
  rating integer NOT NULL CHECK (rating BETWEEN 1 AND 5),
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE chat_states (
  state_hash text PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  booking_id integer NOT NULL REFERENCES bookings,
  verifier text NOT NULL,
  expires_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE chat_accounts (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  chat_id text NOT NULL UNIQUE,
  username text NOT NULL
);
--> statement-breakpoint
CREATE TABLE outbox (
  id serial PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
