-- The nights of the locations, zone by zone and page by page, without reading their plans.
CREATE INDEX locations_time_zone ON locations (plan ->> 'timeZone', id);
