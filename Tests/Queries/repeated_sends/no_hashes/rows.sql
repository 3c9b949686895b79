-- Facts: 1 sent, 2 failed. Times: 1794873600000 is 2026-11-17T00; a minute has 60000.
insert into segments
    (id, platform, platform_source, campaign, image, image_status, silent, target_kind, topic)
values
    (1, 'android', 'id_shape', 'welcome', 'no_image', 'no_image', 0, 'token', null),
    (2, 'android', 'id_shape', 'Sale', 'no_image', 'no_image', 0, 'token', null),
    (3, 'unknown', 'none', 'digest', 'no_image', 'no_image', 0, 'topic', 'news');

insert into send_profiles (id, target, images, displays, message_type)
values (1, 0, 0, 0, 'notification'), (2, 0, 0, 0, 'data');

insert into states (day, k, tail, facts, profile, segment, observed, error, target_hash, sent_at)
values
    -- Target 11: thrice within 10 minutes each, the third exactly so: two repeats.
    (0, 4, 1, 1, 1, 1, 0, 0, 11, 1794873600000),
    (0, 8, 1, 1, 1, 1, 0, 0, 11, 1794873600000),
    (0, 12, 1, 1, 1, 1, 0, 0, 11, 1794874200000),
    -- A minute later, but another campaign, and data; then half an hour later.
    (0, 16, 1, 1, 1, 2, 0, 0, 11, 1794874260000),
    (0, 20, 1, 1, 2, 1, 0, 0, 11, 1794874260000),
    (0, 24, 1, 1, 1, 1, 0, 0, 11, 1794876000000),
    -- Target 12: a refused one is tried again: no repeat.
    (0, 28, 1, 2, 1, 1, 0, 0, 12, 1794873600000),
    (0, 32, 1, 1, 1, 1, 0, 0, 12, 1794873601000),
    -- Target 13: across midnight of the 18th.
    (0, 36, 1, 1, 1, 2, 0, 0, 13, 1794959990000),
    (0, 40, 1, 1, 1, 2, 0, 0, 13, 1794960010000),
    (0, 44, 1, 1, 1, 2, 0, 0, 13, 1794960020000),
    -- Unknown targets and topics repeat nothing.
    (0, 48, 1, 1, 1, 2, 0, 0, null, 1794960020000),
    (0, 52, 1, 1, 1, 2, 0, 0, null, 1794960020000),
    (0, 56, 1, 1, 1, 3, 0, 0, 14, 1794960020000),
    (0, 60, 1, 1, 1, 3, 0, 0, 14, 1794960020000);

-- No hash is kept.
update states set target_hash = null;
