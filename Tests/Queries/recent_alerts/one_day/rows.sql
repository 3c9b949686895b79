-- One that is over before the day, one that goes into it, one that goes on.

insert into alert_incidents
    (alert_id, rule, metric, slice, state, severity, starts_ms, updated_ms, ends_ms, window_hours,
    observed, expected, worst_drop, summary, command, told_ms, told_drop, told_count)
values
    ('a1', 'opened', 'opened', 'platform=ios', 'resolved', 'warning', 1763380800000,
    1763391600000, 1763395200000, 3, 212.0, 540.0, 0.61, 'opens on ios are 212 against 540',
    'pushfunnel sql arrivals_by_hour', 1763391600000, 0.61, 2),
    ('b2', 'delivered', 'delivered', '', 'resolved', 'critical', 1763416800000, 1763427600000,
    1763431200000, 2, 10.0, 100.0, 0.9, 'deliveries are 10 against 100',
    'pushfunnel sql arrivals_by_hour', 1763427600000, 0.9, 1),
    ('c3', 'sends', 'sends', 'campaign=sale', 'silenced', 'warning', 1763460000000,
    1763463600000, null, 1, 0.0, 50.0, 1.0, 'sends in campaign sale are 0 against 50',
    'pushfunnel sql funnel_by_hour', null, null, 0);
