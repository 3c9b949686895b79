-- Facts: 1 sent, 2 failed, 128 receipt. Times: 1794873600000 is 2026-11-17T00, a day has 86400000.
insert into segments
    (id, platform, platform_source, campaign, image, image_status, silent, target_kind, topic)
values
    (1, 'android', 'id_shape', 'welcome', 'no_image', 'no_image', 0, 'token', null),
    (2, 'ios', 'id_shape', 'Sale', 'no_image', 'no_image', 0, 'token', null),
    (3, 'android', 'explicit', 'digest', 'no_image', 'no_image', 0, 'topic', 'news');

insert into send_errors (id, code, apns_reason, http_status)
values
    (1, 'UNREGISTERED', null, 404),
    (2, 'INTERNAL', null, 500);

insert into states (day, k, tail, facts, profile, segment, observed, error, target_hash, sent_at)
values
    -- Target 11: accepted, refused, then tried twice more: one refused again, one accepted.
    (0, 4, 1, 1, 0, 1, 0, 0, 11, 1794873600000),
    (0, 8, 1, 2, 0, 1, 0, 1, 11, 1794873660000),
    (0, 12, 1, 2, 0, 1, 0, 1, 11, 1794960000000),
    (0, 16, 1, 129, 0, 1, 0, 0, 11, 1794963600000),
    -- Target 12: refused for another reason.
    (0, 20, 1, 2, 0, 1, 0, 2, 12, 1794873600000),
    (0, 24, 1, 1, 0, 1, 0, 0, 12, 1794873700000),
    -- Target 13: refused on ios, then not tried again.
    (0, 28, 1, 2, 0, 2, 0, 1, 13, 1794960000000),
    -- Refused without a known target, and a topic.
    (0, 32, 1, 2, 0, 2, 0, 1, null, 1794960000000),
    (0, 36, 1, 2, 0, 3, 0, 1, null, 1794960000000);

-- Target 14: a hundred sends after its refusal.
insert into states (day, k, tail, facts, profile, segment, observed, error, target_hash, sent_at)
with numbers (n) as (select 0 union all select n + 1 from numbers where n < 100)
select 0, 1000 + 4 * n, 1, case n when 0 then 2 else 1 end, 0, 2, 0, n = 0, 14,
    1794960000000 + 1000 * n
from numbers;

-- No hash is kept.
update states set target_hash = null;
