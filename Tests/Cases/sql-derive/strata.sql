-- A query without a header: three campaigns, one of them on two platforms.
select 'android' as platform, 'promo' as campaign, '2025-11-18' as send_day,
    180 as image_opened, 3000 as image_base, 330 as no_image_opened, 6000 as no_image_base
union all select 'ios', 'digest', '2025-11-18', 90, 1200, 160, 2400
union all select 'ios', 'promo', '2025-11-18', 300, 4000, 112, 2000
union all select 'ios', 'promo', '2025-11-19', 0, 0, 100, 2000
union all select 'web', 'promo', '2025-11-18', 15, 500, 20, 1000
