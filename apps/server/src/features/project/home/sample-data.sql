-- A shop: keys, views, functions, row level security and some ten thousand rows. Loaded in one transaction by the
-- owner, into a schema of its own, and the same on every load.
create schema shop;
comment on schema shop is 'Sample data: a small shop';
grant usage on schema shop to anon, authenticated, service_role;

create type shop.order_status as enum ('pending', 'paid', 'packed', 'shipped', 'delivered', 'cancelled');
create domain shop.percentage as numeric(5, 2) check (value between 0 and 100);

create table shop.categories (
  id integer generated always as identity primary key,
  parent_id integer references shop.categories (id) on delete set null,
  name text not null,
  slug text not null unique check (slug ~ '^[a-z0-9-]+$')
);

create table shop.products (
  id bigint generated always as identity primary key,
  category_id integer not null references shop.categories (id),
  sku text not null unique,
  name text not null,
  description text,
  price numeric(10, 2) not null check (price >= 0),
  discount shop.percentage not null default 0,
  price_now numeric(12, 2) generated always as (round(price * (1 - discount / 100), 2)) stored,
  tags text[] not null default '{}',
  attributes jsonb not null default '{}',
  stock integer not null default 0 check (stock >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
comment on column shop.products.price_now is 'Price after the discount';
create index products_category on shop.products (category_id);
create index products_attributes on shop.products using gin (attributes);
create index products_active on shop.products (created_at desc) where is_active;

create table shop.customers (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  full_name text not null,
  phone text,
  birthday date,
  preferences jsonb not null default '{}',
  newsletter boolean,
  created_at timestamptz not null default now()
);
create unique index customers_email on shop.customers (lower(email));

create table shop.addresses (
  id bigint generated always as identity primary key,
  customer_id uuid not null references shop.customers (id) on delete cascade,
  line1 text not null,
  city text not null,
  country char(2) not null,
  is_default boolean not null default false
);
create unique index addresses_default on shop.addresses (customer_id) where is_default;

create table shop.orders (
  id bigint generated always as identity primary key,
  customer_id uuid not null references shop.customers (id),
  address_id bigint references shop.addresses (id) on delete set null,
  status shop.order_status not null default 'pending',
  note text,
  placed_at timestamptz not null default now(),
  shipped_at timestamptz,
  constraint shipped_after_placed check (shipped_at is null or shipped_at >= placed_at)
);
create index orders_customer on shop.orders (customer_id, placed_at desc);
create index orders_placed on shop.orders (placed_at);

create table shop.order_items (
  order_id bigint not null references shop.orders (id) on delete cascade,
  product_id bigint not null references shop.products (id),
  quantity integer not null check (quantity > 0),
  unit_price numeric(10, 2) not null,
  primary key (order_id, product_id)
);
create index order_items_product on shop.order_items (product_id);

create table shop.reviews (
  id bigint generated always as identity primary key,
  product_id bigint not null references shop.products (id) on delete cascade,
  customer_id uuid not null references shop.customers (id) on delete cascade,
  stars smallint not null check (stars between 1 and 5),
  body text,
  created_at timestamptz not null default now(),
  unique (product_id, customer_id)
);

create table shop.stock_changes (
  id bigint generated always as identity primary key,
  product_id bigint not null references shop.products (id) on delete cascade,
  change integer not null,
  reason text not null,
  at timestamptz not null default now()
);

insert into shop.categories (name, slug) values
  ('Kitchen', 'kitchen'), ('Garden', 'garden'), ('Office', 'office'), ('Outdoors', 'outdoors');
insert into shop.categories (parent_id, name, slug) values
  (1, 'Knives', 'knives'), (1, 'Pots and pans', 'pots-and-pans'), (2, 'Seeds', 'seeds'), (2, 'Tools', 'garden-tools'),
  (3, 'Paper', 'paper'), (3, 'Pens', 'pens'), (4, 'Tents', 'tents'), (4, 'Lamps', 'lamps');

insert into shop.products (category_id, sku, name, description, price, discount, tags, attributes, stock, is_active, created_at)
select 5 + g % 8,
  'SKU-' || lpad(g::text, 5, '0'),
  (array['Plain', 'Sturdy', 'Light', 'Folding', 'Large', 'Small', 'Blue', 'Linen', 'Oak', 'Steel'])[1 + g % 10] || ' '
    || (array['knife', 'pan', 'tomato seeds', 'spade', 'notebook', 'fountain pen', 'tent', 'lamp'])[1 + g % 8] || ' ' || g,
  case when g % 7 = 0 then null else 'Made to last. Batch ' || md5(g::text) || '.' end,
  ((g * 7919) % 20000) / 100.0 + 1.99,
  case when g % 6 = 0 then 15 when g % 11 = 0 then 30 else 0 end,
  array['tag-' || g % 10, (array['new', 'classic', 'gift'])[1 + g % 3]],
  jsonb_build_object('weight_g', 50 + (g * 37) % 4000, 'colour', (array['red', 'blue', 'green', 'natural'])[1 + g % 4],
    'dimensions', jsonb_build_object('w', g % 60 + 5, 'h', g % 40 + 2)),
  (g * 13) % 250, g % 25 <> 0, timestamptz '2025-01-06 08:00+00' + g * interval '7 hours'
from generate_series(1, 400) g;

insert into shop.customers (id, email, full_name, phone, birthday, preferences, newsletter, created_at)
select md5('customer ' || g)::uuid, 'customer' || g || '@example.com',
  (array['Ada', 'Bruno', 'Chen', 'Daria', 'Emeka', 'Fatima', 'Goran', 'Hana', 'Ines', 'Jonas'])[1 + g % 10] || ' '
    || (array['Lindqvist', 'Okafor', 'Moreau', 'Tanaka', 'Silva', 'Novak', 'Haddad'])[1 + g % 7],
  case when g % 3 = 0 then null else '+47 ' || (20000000 + g * 137) end,
  case when g % 4 = 0 then null else date '1955-03-01' + (g * 97) % 18000 end,
  jsonb_build_object('language', (array['en', 'no', 'de', 'ja'])[1 + g % 4], 'dark_mode', g % 2 = 0),
  case when g % 5 = 0 then null else g % 2 = 0 end,
  timestamptz '2025-01-02 10:00+00' + g * interval '11 hours'
from generate_series(1, 800) g;

insert into shop.addresses (customer_id, line1, city, country, is_default)
select md5('customer ' || g)::uuid, (g * 7) % 200 + 1 || ' ' || (array['Harbour Road', 'Mill Lane', 'Rue des Lilas', 'Storgata'])[1 + g % 4],
  (array['Bergen', 'Lisbon', 'Osaka', 'Hamburg', 'Lyon'])[1 + g % 5], (array['NO', 'PT', 'JP', 'DE', 'FR'])[1 + g % 5], true
from generate_series(1, 800) g;

insert into shop.orders (customer_id, address_id, status, note, placed_at, shipped_at)
select md5('customer ' || (1 + (g * 31) % 800))::uuid, 1 + (g * 31) % 800,
  (array['delivered', 'delivered', 'shipped', 'paid', 'pending', 'cancelled', 'packed', 'delivered'])[1 + g % 8]::shop.order_status,
  case when g % 9 = 0 then 'Please leave it at the door' end,
  timestamptz '2026-01-03 06:00+00' + g * interval '3 hours 20 minutes',
  case when g % 8 in (0, 1, 2, 7) then timestamptz '2026-01-04 15:00+00' + g * interval '3 hours 20 minutes' end
from generate_series(1, 2000) g;

insert into shop.order_items (order_id, product_id, quantity, unit_price)
select o.id, p.id, 1 + (o.id + n) % 4, p.price_now
from shop.orders o
cross join generate_series(1, 3) n
join shop.products p on p.id = 1 + (o.id * 17 + n * 101) % 400
on conflict do nothing;

insert into shop.reviews (product_id, customer_id, stars, body, created_at)
select 1 + (g * 53) % 400, md5('customer ' || (1 + (g * 29) % 800))::uuid, 1 + (g * 7) % 5,
  case when g % 4 = 0 then null else (array['Does what it should.', 'Better than expected.', 'Arrived late, but good.', 'Would buy again.'])[1 + g % 4] end,
  timestamptz '2026-02-01 12:00+00' + g * interval '5 hours'
from generate_series(1, 1000) g
on conflict do nothing;

insert into shop.stock_changes (product_id, change, reason, at)
select 1 + g % 400, case when g % 3 = 0 then 20 else -(1 + g % 3) end, case when g % 3 = 0 then 'delivery' else 'sale' end,
  timestamptz '2026-03-01 07:00+00' + g * interval '90 minutes'
from generate_series(1, 1200) g;

create view shop.order_totals with (security_invoker = true) as
  select o.id as order_id, o.customer_id, o.status, o.placed_at, count(*) as lines, sum(i.quantity * i.unit_price) as total
  from shop.orders o join shop.order_items i on i.order_id = o.id
  group by o.id;

create view shop.best_sellers with (security_invoker = true) as
  select p.id, p.name, sum(i.quantity) as sold, sum(i.quantity * i.unit_price) as revenue
  from shop.products p join shop.order_items i on i.product_id = p.id
  group by p.id order by revenue desc;

create materialized view shop.daily_revenue as
  select date_trunc('day', o.placed_at)::date as day, count(distinct o.id) as orders, sum(i.quantity * i.unit_price) as revenue
  from shop.orders o join shop.order_items i on i.order_id = o.id
  where o.status <> 'cancelled' group by 1;
create unique index daily_revenue_day on shop.daily_revenue (day);

create function shop.search_products(words text) returns setof shop.products language sql stable
  begin atomic
    select * from shop.products p where p.is_active and p.name ilike '%' || words || '%' order by p.name;
  end;

create function shop.cancel_order(order_id bigint) returns shop.order_status language plpgsql as $$
declare
  was shop.order_status;
begin
  select status into was from shop.orders o where o.id = order_id for update;
  if not found then
    raise exception 'Order % does not exist', order_id using errcode = 'no_data_found';
  end if;
  if was in ('shipped', 'delivered') then
    raise exception 'Order % has left the house', order_id using errcode = 'check_violation';
  end if;
  update shop.orders o set status = 'cancelled' where o.id = order_id;
  return 'cancelled';
end $$;

create function shop.note_stock_change() returns trigger language plpgsql as $$
begin
  insert into shop.stock_changes (product_id, change, reason) values (new.id, new.stock - old.stock, 'edited');
  return new;
end $$;
create trigger products_stock after update of stock on shop.products
  for each row when (old.stock is distinct from new.stock) execute function shop.note_stock_change();

-- Everyone may look at the shelves; customers see what is theirs, by the subject of their token.
alter table shop.categories enable row level security;
alter table shop.products enable row level security;
alter table shop.customers enable row level security;
alter table shop.addresses enable row level security;
alter table shop.orders enable row level security;
alter table shop.order_items enable row level security;
alter table shop.reviews enable row level security;
alter table shop.stock_changes enable row level security;

create function shop.me() returns uuid language sql stable as
  $$ select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;

create policy "Anyone sees categories" on shop.categories for select using (true);
create policy "Anyone sees active products" on shop.products for select using (is_active);
create policy "Anyone reads reviews" on shop.reviews for select using (true);
create policy "Customers write their own reviews" on shop.reviews for insert to authenticated with check (customer_id = shop.me());
create policy "Customers see themselves" on shop.customers for select to authenticated using (id = shop.me());
create policy "Customers change themselves" on shop.customers for update to authenticated using (id = shop.me());
create policy "Customers keep their addresses" on shop.addresses for all to authenticated using (customer_id = shop.me());
create policy "Customers see their orders" on shop.orders for select to authenticated using (customer_id = shop.me());
create policy "Customers see what they ordered" on shop.order_items for select to authenticated
  using (exists (select from shop.orders o where o.id = order_id and o.customer_id = shop.me()));

grant select on all tables in schema shop to anon, authenticated;
grant insert on shop.reviews to authenticated;
grant update on shop.customers to authenticated;
grant select, insert, update, delete on shop.addresses to authenticated;
grant all on all tables in schema shop to service_role;
grant usage on all sequences in schema shop to authenticated, service_role;
