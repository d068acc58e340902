/** Statements that delete what belongs to a location. */

/** Deletes some ended or cancelled bookings and rejections; returns their numbers. A trigger deletes the seatings of the bookings. */
export const CLEAR = `
  WITH over AS (
    SELECT id FROM bord.bookings WHERE location_id = $1 AND NOT (status = 'confirmed' AND blocked_until > $2) LIMIT $3
  ), told AS (
    DELETE FROM bord.deliveries WHERE booking_id IN (SELECT id FROM over) AND location_id = $1
  ), logged AS (
    DELETE FROM bord.events WHERE booking_id IN (SELECT id FROM over) AND location_id = $1
  ), cleared AS (
    DELETE FROM bord.bookings WHERE location_id = $1 AND id IN (SELECT id FROM over) RETURNING 1
  ), refused AS (
    DELETE FROM bord.refusals WHERE ctid = ANY (ARRAY(SELECT ctid FROM bord.refusals WHERE location_id = $1 LIMIT $3)) RETURNING 1
  )
  SELECT ((SELECT count(*) FROM cleared) + (SELECT count(*) FROM refused))::integer AS cleared`;

export const REMOVE = `
  WITH told AS (DELETE FROM bord.deliveries WHERE location_id = $1),
    logged AS (DELETE FROM bord.events WHERE location_id = $1),
    booked AS (DELETE FROM bord.bookings WHERE location_id = $1),
    refused AS (DELETE FROM bord.refusals WHERE location_id = $1),
    menu AS (DELETE FROM bord.menus WHERE location_id = $1),
    roles AS (DELETE FROM bord.staff_roles WHERE location_id = $1 RETURNING staff_id),
    staffed AS (
      DELETE FROM bord.staff s WHERE id IN (SELECT staff_id FROM roles)
      AND NOT EXISTS (SELECT FROM bord.staff_roles r WHERE r.staff_id = s.id AND r.location_id <> $1) RETURNING address_hash
    ),
    links AS (DELETE FROM bord.sign_in_links WHERE address_hash IN (SELECT address_hash FROM staffed))
  DELETE FROM bord.locations WHERE id = $1`;
