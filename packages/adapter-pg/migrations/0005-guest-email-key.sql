-- The form of a guest's address in which two spellings are the same, so that she is found without case in any alphabet. Servers of the
-- version before write none: their rows are found as before, by lower(guest_email), and the nightly work mends them.

ALTER TABLE bookings ADD COLUMN guest_email_key text;

-- Saves what steps on a page have decided: bookings whole, other tables for bookings of the page, deliveries, and refusals.
CREATE OR REPLACE FUNCTION save_steps(of_location uuid, saved json, reseated json, outgoing json, refused json)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  changed bigint;
BEGIN
  IF reseated IS NOT NULL THEN
    UPDATE bookings b SET tables = r.tables
    FROM json_to_recordset(reseated) AS r (id text, tables text[])
    WHERE b.location_id = of_location AND b.id = r.id;
    GET DIAGNOSTICS changed = ROW_COUNT;
    IF changed <> json_array_length(reseated) THEN
      RAISE integrity_constraint_violation USING MESSAGE = 'a booking to be re-seated is not there';
    END IF;
  END IF;
  IF saved IS NOT NULL THEN
    INSERT INTO bookings AS b (
      location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status, source, channel,
      partner_booking_ref, idempotency_key, guest_name, guest_email, guest_phone, guest_notes, guest_language,
      manage_token_hash, created_at, last_event_seconds, guest_email_key
    )
    SELECT
      location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status, source, channel,
      partner_booking_ref, idempotency_key, guest_name, guest_email, guest_phone, guest_notes, guest_language,
      manage_token_hash, created_at, last_event_seconds, guest_email_key
    FROM json_populate_recordset(NULL::bookings, saved)
    -- Two transactions may wait for each other's idempotency keys: not in a circle, if both write them in order.
    ORDER BY idempotency_key
    ON CONFLICT (location_id, id) DO UPDATE SET
      service_date = excluded.service_date, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      blocked_until = excluded.blocked_until, party_size = excluded.party_size, tables = excluded.tables,
      pinned = excluded.pinned, status = excluded.status, source = excluded.source, channel = excluded.channel,
      partner_booking_ref = excluded.partner_booking_ref, idempotency_key = excluded.idempotency_key,
      guest_name = excluded.guest_name, guest_email = excluded.guest_email, guest_phone = excluded.guest_phone,
      guest_notes = excluded.guest_notes, guest_language = excluded.guest_language,
      manage_token_hash = excluded.manage_token_hash, created_at = excluded.created_at,
      last_event_seconds = excluded.last_event_seconds, guest_email_key = excluded.guest_email_key;
  END IF;
  IF outgoing IS NOT NULL THEN
    PERFORM add_deliveries(outgoing);
  END IF;
  IF refused IS NOT NULL THEN
    INSERT INTO refusals (location_id, start_ms, asked_ms, channel, party_size, reason)
    SELECT of_location, start_ms, asked_ms, channel, party_size, reason
    FROM json_populate_recordset(NULL::refusals, refused);
  END IF;
END $$;
