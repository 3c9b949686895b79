-- Three days of traffic, small enough to count by hand.

insert into segments
    (id, platform, platform_source, campaign, image, image_status, silent, target_kind, topic)
values
    (1, 'android', 'explicit', 'welcome', 'image', 'ok', 0, 'token', null),
    (2, 'android', 'id_shape', 'welcome', 'no_image', 'no_image', 0, 'token', null),
    (3, 'ios', 'addressed', 'welcome', 'image', 'no_mutable_content', 0, 'token', null),
    (4, 'ios', 'id_shape', 'Sale', 'image', 'ok', 0, 'token', null),
    (5, 'web', 'id_shape', 'Sale', 'no_image', 'no_image', 0, 'fid', null),
    (6, 'android', 'explicit', 'sync', 'no_image', 'no_image', 1, 'token', null),
    (7, 'unknown', 'none', '(none)', 'unknown', 'unknown', 0, 'unknown', null),
    (8, 'unknown', 'none', 'digest', 'no_image', 'no_image', 0, 'topic', 'news'),
    (9, 'unknown', 'none', 'digest', 'no_image', 'no_image', 0, 'condition', null),
    (10, 'ios', 'id_shape', 'tiny', 'image', 'no_url', 0, 'token', null);

insert into funnel_cells
    (send_hour, segment, attempted, sent, failed, received, receipts, receipts_before_open,
    impressions, opened, late, dismissed, phantom, platform_conflicts, events, priority_told,
    priority_lowered, impression_base)
values
    ('2026-11-17T23', 1, 310, 300, 10, 250, 240, 28, 200, 30, 1, 5, 0, 0, 520, 240, 3, 240),
    ('2026-11-17T23', 4, 100, 100, 0, 40, 10, 9, 0, 33, 0, 2, 6, 0, 90, 0, 0, 40),
    ('2026-11-18T00', 1, 205, 200, 5, 150, 150, 70, 149, 71, 0, 0, 0, 1, 400, 150, 0, 150),
    ('2026-11-18T00', 3, 501, 500, 1, 100, 20, 15, 0, 61, 2, 8, 40, 0, 170, 0, 0, 100),
    ('2026-11-18T09', 2, 7, 7, 0, 7, 7, 1, 7, 1, 0, 0, 0, 0, 15, 7, 7, 7),
    ('2026-11-18T09', 6, 1000, 990, 10, 700, 700, 0, 0, 0, 0, 0, 0, 0, 700, 650, 130, 0),
    -- Phones of Apple's that do report impressions.
    ('2026-11-18T23', 4, 150, 150, 0, 120, 100, 20, 110, 49, 0, 0, 2, 0, 300, 0, 0, 115),
    ('2026-11-19T00', 5, 99, 99, 0, 50, 50, 11, 0, 12, 0, 3, 0, 0, 60, 0, 0, 50),
    ('2026-11-19T00', 7, 12, 2, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    ('2026-11-19T00', 10, 5, 5, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0),
    -- All taken back: the views leave it out.
    ('2026-11-19T01', 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

-- stage_bucket: 256 times the stage (0 received, 1 impression, 2 opened), and the class:
-- 1 the first minute, 2 up to 5 minutes, 5 up to an hour, 29 the second day, 56 the last, without
-- end; before the send 255 the last minute, 254 the four before it, 250 the first, without beginning.
insert into delay_cells (send_hour, segment, stage_bucket, messages)
values
    ('2026-11-17T23', 1, 513, 20),
    ('2026-11-17T23', 1, 514, 11),
    ('2026-11-17T23', 1, 1, 250),
    ('2026-11-17T23', 1, 257, 200),
    ('2026-11-18T00', 1, 513, 70),
    ('2026-11-18T00', 1, 541, 1),
    ('2026-11-18T00', 3, 766, 2),
    ('2026-11-18T00', 3, 513, 60),
    ('2026-11-18T00', 3, 568, 1),
    ('2026-11-18T23', 4, 517, 49),
    ('2026-11-18T23', 4, 513, 0),
    ('2026-11-19T00', 5, 514, 12);

insert into delay_day_cells (send_day, platform, stage_bucket, messages)
select
    substr(delay_cells.send_hour, 1, 10),
    case segments.platform when 'android' then 0 when 'ios' then 1 when 'web' then 2 else 3 end,
    delay_cells.stage_bucket,
    sum(delay_cells.messages)
from delay_cells
inner join segments on segments.id = delay_cells.segment
group by 1, 2, 3;

insert into send_errors (id, code, apns_reason, http_status)
values
    (1, 'UNREGISTERED', null, 404),
    (2, 'THIRD_PARTY_AUTH_ERROR', 'BadDeviceToken', 401),
    (3, 'THIRD_PARTY_AUTH_ERROR', null, 401),
    (4, 'INTERNAL', null, 500),
    (5, 'INTERNAL', null, 503);

insert into failure_cells (send_hour, segment, error, messages)
values
    ('2026-11-17T23', 1, 1, 100),
    ('2026-11-18T09', 1, 1, 20),
    ('2026-11-18T23', 1, 4, 20),
    ('2026-11-18T00', 6, 5, 10),
    ('2026-11-18T09', 3, 2, 1),
    ('2026-11-18T09', 3, 3, 1),
    ('2026-11-19T00', 7, 4, 10),
    ('2026-11-19T00', 7, 1, 0);

insert into observed_profiles
    (id, platforms, label, composer_id, composer_name, topic, is_priority_lowered)
values
    (1, 1, 'welcome', null, null, null, null),
    (2, 2, null, '77', 'Autumn', null, null),
    (3, 6, null, null, null, 'news', null),
    (4, 0, null, null, null, null, null),
    (5, 1, 'digest', '78', null, 'news', null);

insert into orphan_cells (send_hour, observed, messages, events, opened)
values
    ('2026-11-16T10', 1, 2, 3, 0),
    ('2026-11-18T09', 1, 3, 5, 1),
    ('2026-11-18T23', 2, 9, 9, 9),
    ('2026-11-18T00', 4, 5, 5, 0),
    ('2026-11-19T00', 3, 5, 6, 2),
    ('2026-11-19T00', 5, 1, 1, 1);

insert into topic_send_cells (send_hour, segment, sent, failed, events)
values
    ('2026-11-17T23', 8, 2, 0, 0),
    ('2026-11-18T09', 8, 1, 1, 0),
    ('2026-11-18T23', 9, 3, 0, 4);

insert into topic_receipt_cells (send_hour, observed, received, opened)
values
    ('2026-11-18T09', 3, 500, 20),
    ('2026-11-18T09', 5, 40, 4),
    ('2026-11-19T00', 5, 2, 0);

insert into label_cells (event_hour, observed, kind, events)
values
    ('2026-11-17T23', 1, 0, 8),
    ('2026-11-18T00', 1, 0, 4),
    ('2026-11-18T00', 1, 3, 5),
    ('2026-11-18T05', 2, 4, 5),
    ('2026-11-19T00', 3, 5, 1);

insert into ledger_files
    (id, path, device, inode, size, modified_ns, head_length, head_hash, member_offset,
    inflated_offset, lines, new, duplicate, rejected, blank, facts, state, problem)
values
    (1, 'sends.ndjson.gz', 1, 1, 900, 0, 0, 0, 0, 0, 3000, 2900, 90, 8, 2, 2900, 'complete', null),
    (2, 'events.ndjson', 1, 2, 800, 0, 0, 0, 0, 0, 2500, 2300, 196, 4, 0, 2350, 'incomplete',
    'ends inside a line');

insert into rejected_lines (file, line, byte, reason, expected, excerpt, keys)
values
    (1, 9, 1, 'invalid_json', 'an object', 'x', ''),
    (1, 12, 88, 'no_time', 'a time', '{}', 'request, response'),
    (1, 13, 1, 'no_time', 'a time', '{}', 'event, userInfo'),
    (1, 14, 1, 'no_time', 'a time', '{}', 'event, userInfo'),
    (2, 7, 4, 'invalid_json', 'a value', '{x', ''),
    (2, 3, 5, 'invalid_json', 'a name', '{,', '');

insert into distinct_rejects (line_hash, reason)
values
    (1, 'invalid_json'),
    (2, 'invalid_json'),
    (3, 'no_time'),
    (4, 'unknown_shape'),
    (5, 'unknown_shape');

update totals set
    matched = (
        select sum(events) from (
            select events from funnel_cells union all select events from topic_send_cells)),
    orphan = (select sum(events) from orphan_cells);
