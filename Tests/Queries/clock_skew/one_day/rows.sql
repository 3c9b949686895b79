-- stage_bucket: 1 the first minute, 2 up to 5 minutes, 3 up to 15, 56 the last, without end; before
-- the send 255 the last minute, 254 the four before it, 251 up to a day, 250 without beginning.
insert into delay_day_cells (send_day, platform, stage_bucket, messages)
values
    -- android: 30 of 1000 early; 15th of them in the class up to 5 minutes before.
    ('2026-11-17', 0, 255, 14),
    ('2026-11-17', 0, 254, 10),
    ('2026-11-18', 0, 251, 6),
    ('2026-11-18', 0, 1, 469),
    ('2026-11-18', 0, 2, 501),
    -- Opens before the send are no arrivals.
    ('2026-11-18', 0, 767, 9),
    -- ios: most are early by days; the median of all is among them.
    ('2026-11-18', 1, 250, 60),
    ('2026-11-18', 1, 3, 10),
    -- web: none is early, so it has no row.
    ('2026-11-18', 2, 1, 200),
    ('2026-11-18', 2, 56, 300),
    -- unknown: early, and the rest after the last class began.
    ('2026-11-19', 3, 255, 1),
    ('2026-11-19', 3, 56, 2);
