-- A table that is booked and cancelled again and again leaves as many seatings behind as bookings, and they are cleared as soon: after so large a part of all,
-- and not after a fifth.
ALTER TABLE seatings SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- What is settled leaves its entry at the head of its queue, where nothing is ever written again and no insertion clears it away: each vacuum is to, also
-- one that finds little.
ALTER TABLE deliveries SET (vacuum_index_cleanup = on);
