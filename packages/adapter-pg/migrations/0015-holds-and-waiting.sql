-- What a hold and a party that waits for a place have beside what every row has; null for any other row. A server of the version before takes a
-- hold for a booking, and leaves its terms as they are.

ALTER TABLE bookings ADD COLUMN terms jsonb;

-- As it was, and the terms.
CREATE OR REPLACE FUNCTION save_steps(of_location uuid, saved json, reseated json, outgoing json, refused json)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  changed bigint;
BEGIN
  IF reseated IS NOT NULL THEN
    UPDATE bookings b SET
      tables = r.tables,
      history = CASE WHEN r.entries IS NULL THEN b.history ELSE lengthened(b.history, r.entries) END
    FROM json_to_recordset(reseated) AS r (id text, tables text[], entries jsonb)
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
      manage_token_hash, created_at, last_event_seconds, guest_email_key, kind, visit, history, former_guests, terms
    )
    SELECT
      location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status, source, channel,
      partner_booking_ref, idempotency_key, guest_name, guest_email, guest_phone, guest_notes, guest_language,
      manage_token_hash, created_at, last_event_seconds, guest_email_key, coalesce(kind, 'booking'), visit, history, former_guests, terms
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
      last_event_seconds = excluded.last_event_seconds, guest_email_key = excluded.guest_email_key,
      visit = CASE WHEN excluded.history IS NULL THEN b.visit ELSE excluded.visit END,
      former_guests = CASE WHEN excluded.history IS NULL THEN b.former_guests ELSE excluded.former_guests END,
      terms = CASE WHEN excluded.history IS NULL THEN b.terms ELSE excluded.terms END,
      history = coalesce(excluded.history, b.history);
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

-- As it was, and the terms.
CREATE OR REPLACE FUNCTION save_changes(of_location uuid, made json, changed json, reseated json, outgoing json, refused json)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF changed IS NOT NULL OR reseated IS NOT NULL OR refused IS NOT NULL THEN
    PERFORM save_steps(of_location, changed, reseated, NULL, refused);
  END IF;
  IF made IS NOT NULL THEN
    INSERT INTO bookings (
      location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status, source, channel,
      partner_booking_ref, idempotency_key, guest_name, guest_email, guest_phone, guest_notes, guest_language,
      manage_token_hash, created_at, last_event_seconds, guest_email_key, kind, visit, history, former_guests, terms
    )
    SELECT
      location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status, source, channel,
      partner_booking_ref, idempotency_key, guest_name, guest_email, guest_phone, guest_notes, guest_language,
      manage_token_hash, created_at, last_event_seconds, guest_email_key, coalesce(kind, 'booking'), visit, history, former_guests, terms
    FROM json_populate_recordset(NULL::bookings, made);
  END IF;
  IF outgoing IS NOT NULL THEN
    PERFORM add_deliveries(outgoing);
  END IF;
END $$;
