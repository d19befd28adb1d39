-- The key of an incident names the newest refund, not the refunded amount. A resolved incident keeps its decision.
UPDATE payment_incidents SET key = 'overpaid booking ' || bookings.id || ', ledger entry ' || refund.id
  FROM bookings, LATERAL (
    SELECT max(id) AS id FROM ledger_entries WHERE booking_id = bookings.id AND refunded_cents > 0
  ) AS refund
  WHERE type = 'transfer.overpaid_by_hand' AND bookings.id = payment_incidents.booking_id AND refund.id IS NOT NULL
    AND payment_incidents.key = 'overpaid booking ' || bookings.id || ', refunded ' || bookings.refunded_cents;
