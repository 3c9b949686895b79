-- A campaign with each status that there is, silent ones and failed sends among them.

insert into segments
    (id, platform, platform_source, campaign, image, image_status, silent, target_kind, topic)
values
    (1, 'ios', 'id_shape', 'all', 'image', 'ok', 0, 'token', null),
    (2, 'ios', 'id_shape', 'all', 'image', 'no_url', 0, 'token', null),
    (3, 'ios', 'id_shape', 'all', 'image', 'no_mutable_content', 0, 'token', null),
    (4, 'ios', 'id_shape', 'all', 'image', 'no_alert', 1, 'token', null),
    (5, 'ios', 'id_shape', 'all', 'image', 'insecure_http', 0, 'token', null),
    (6, 'ios', 'id_shape', 'all', 'image', 'no_file_extension', 0, 'token', null),
    (7, 'ios', 'id_shape', 'all', 'image', 'unsupported_type', 0, 'token', null),
    (8, 'ios', 'id_shape', 'all', 'image', 'varying_support', 0, 'token', null),
    (9, 'web', 'id_shape', 'all', 'image', 'webpush_header_only', 0, 'token', null),
    (10, 'ios', 'id_shape', 'all', 'no_image', 'no_image', 0, 'token', null),
    (11, 'ios', 'id_shape', 'all', 'unknown', 'unknown', 0, 'token', null),
    (12, 'android', 'id_shape', 'all', 'image', 'no_url', 0, 'token', null);

insert into funnel_cells
    (send_hour, segment, attempted, sent, failed, received, receipts, receipts_before_open,
    impressions, opened, late, dismissed, phantom, platform_conflicts, events, priority_told,
    priority_lowered)
values
    ('2026-11-18T00', 1, 600, 600, 0, 0, 0, 0, 0, 60, 0, 0, 0, 0, 0, 0, 0),
    ('2026-11-18T00', 2, 40, 40, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0),
    ('2026-11-18T00', 3, 150, 150, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0),
    ('2026-11-18T01', 3, 50, 50, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0),
    ('2026-11-18T00', 4, 120, 120, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    ('2026-11-18T00', 5, 10, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    ('2026-11-18T00', 6, 10, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    ('2026-11-18T00', 7, 10, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    ('2026-11-18T00', 8, 10, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    ('2026-11-18T00', 9, 99, 99, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0),
    ('2026-11-18T00', 10, 700, 700, 0, 0, 0, 0, 0, 70, 0, 0, 0, 0, 0, 0, 0),
    ('2026-11-18T00', 11, 30, 30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    -- All refused: nobody can have missed the image.
    ('2026-11-18T00', 12, 20, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
