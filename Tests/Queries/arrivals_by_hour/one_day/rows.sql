-- Arrivals over midnight and over a week: stage_bucket is 256 times the stage, the class (1 the first
-- minute, 6 the second hour, 28 the last of the day, 29 the second day), and 1024 where the hour of
-- the clock is one later than the whole hours of the delay.
insert into segments
    (id, platform, platform_source, campaign, image, image_status, silent, target_kind, topic)
values (1, 'ios', 'id_shape', 'welcome', 'image', 'ok', 0, 'token', null);

insert into funnel_cells
    (send_hour, segment, attempted, sent, failed, received, receipts, receipts_before_open,
    impressions, opened, late, dismissed, phantom, platform_conflicts, events, priority_told,
    priority_lowered)
values
    ('2026-11-11T00', 1, 80, 80, 0, 9, 9, 0, 0, 9, 0, 0, 0, 0, 18, 0, 0),
    ('2026-11-17T23', 1, 100, 100, 0, 36, 36, 0, 0, 36, 0, 0, 0, 0, 72, 0, 0),
    ('2026-11-18T00', 1, 50, 50, 0, 12, 12, 0, 0, 12, 0, 0, 0, 0, 24, 0, 0);

insert into delay_cells (send_hour, segment, stage_bucket, messages)
values
    ('2026-11-11T00', 1, 513, 9),
    ('2026-11-17T23', 1, 513, 20),
    ('2026-11-17T23', 1, 1537, 5),
    ('2026-11-17T23', 1, 518, 3),
    ('2026-11-17T23', 1, 1542, 2),
    ('2026-11-17T23', 1, 1564, 1),
    ('2026-11-17T23', 1, 541, 4),
    ('2026-11-17T23', 1, 255, 1),
    ('2026-11-18T00', 1, 767, 7),
    ('2026-11-18T00', 1, 513, 5);
