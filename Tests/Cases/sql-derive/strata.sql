-- A query without a header: three campaigns, one of them on two platforms.
select 'android' as platform, 'promo' as campaign, '2025-11-18' as send_day,
    'image' as value_name, 'no_image' as reference, 180 as opened, 3000 as open_base
union all select 'android', 'promo', '2025-11-18', 'no_image', 'no_image', 330, 6000
union all select 'ios', 'digest', '2025-11-18', 'image', 'no_image', 90, 1200
union all select 'ios', 'digest', '2025-11-18', 'no_image', 'no_image', 160, 2400
union all select 'ios', 'promo', '2025-11-18', 'image', 'no_image', 300, 4000
union all select 'ios', 'promo', '2025-11-18', 'no_image', 'no_image', 112, 2000
union all select 'ios', 'promo', '2025-11-19', 'no_image', 'no_image', 100, 2000
union all select 'web', 'promo', '2025-11-18', 'image', 'no_image', 15, 500
union all select 'web', 'promo', '2025-11-18', 'no_image', 'no_image', 20, 1000
