-- Phones without a receipt before any open, of which no estimate can be made, and 99 opens, which
-- are too few.
insert into segments
    (id, platform, platform_source, campaign, image, image_status, silent, target_kind, topic)
values
    (1, 'ios', 'id_shape', 'Sale', 'no_image', 'no_image', 0, 'token', null),
    (2, 'web', 'id_shape', 'Sale', 'no_image', 'no_image', 0, 'token', null);

insert into funnel_cells
    (send_hour, segment, attempted, sent, failed, received, receipts, receipts_before_open,
    impressions, opened, late, dismissed, phantom, platform_conflicts, events, priority_told,
    priority_lowered)
values
    ('2026-11-18T09', 1, 1000, 1000, 0, 320, 20, 0, 0, 300, 0, 0, 0, 0, 320, 0, 0),
    ('2026-11-18T09', 2, 1000, 1000, 0, 320, 250, 80, 0, 99, 0, 0, 0, 0, 340, 0, 0);
