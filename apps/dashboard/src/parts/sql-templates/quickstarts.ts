import type { TemplateGroup } from './template.ts'

// Whole small schemas with rows, each in a schema of its own, so that it is gone with one statement.
export const QUICKSTARTS: readonly TemplateGroup[] = [
  {
    name: 'Sample schemas',
    templates: [
      {
        id: 'quickstart-todo',
        title: 'To-do lists',
        about: 'Lists, items and policies: everybody has their own.',
        sql: `-- To take it back: drop schema todo cascade;
create schema todo;
grant usage on schema todo to authenticated, service_role;

create function todo.me()
returns uuid
language sql stable
as $$ select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;

create table todo.lists (
  id bigint generated always as identity primary key,
  user_id uuid not null default todo.me(),
  name text not null check (name <> '')
);

create table todo.items (
  id bigint generated always as identity primary key,
  list_id bigint not null references todo.lists (id) on delete cascade,
  name text not null check (name <> ''),
  due date,
  done_at timestamptz
);

create index on todo.lists (user_id);
create index on todo.items (list_id);

alter table todo.lists enable row level security;
alter table todo.items enable row level security;

create policy "Own lists" on todo.lists for all to authenticated using (user_id = (select todo.me()));

create policy "Items of own lists" on todo.items for all to authenticated
  using (exists (select from todo.lists l where l.id = list_id));

grant select, insert, update, delete on all tables in schema todo to authenticated, service_role;

with list as (
  insert into todo.lists (user_id, name)
  values (gen_random_uuid(), 'Before the move')
  returning id
)
insert into todo.items (list_id, name, due)
select id, name, current_date + days
from list, (values ('Pack the books', 3), ('Call the landlord', 1), ('Measure the kitchen', 5)) as t (name, days);

select l.name as list, i.name as item, i.due from todo.items i join todo.lists l on l.id = i.list_id order by i.due;
`,
      },
      {
        id: 'quickstart-store',
        title: 'Store',
        about: 'Products, customers, orders and a view of revenue by month.',
        sql: `-- To take it back: drop schema store cascade;
create schema store;

create table store.products (
  id bigint generated always as identity primary key,
  name text not null unique,
  price numeric(10, 2) not null check (price >= 0)
);

create table store.customers (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null unique
);

create type store.order_state as enum ('open', 'paid', 'sent', 'returned');

create table store.orders (
  id bigint generated always as identity primary key,
  customer_id bigint not null references store.customers (id),
  state store.order_state not null default 'open',
  ordered_at timestamptz not null default now()
);

create table store.order_lines (
  order_id bigint not null references store.orders (id) on delete cascade,
  product_id bigint not null references store.products (id),
  quantity integer not null check (quantity > 0),
  price numeric(10, 2) not null,
  primary key (order_id, product_id)
);

create index on store.orders (customer_id, ordered_at desc);
create index on store.order_lines (product_id);

insert into store.products (name, price)
values ('Lamp', 49.9), ('Chair', 89), ('Table', 240), ('Shelf', 129.5), ('Rug', 75);

insert into store.customers (name, email)
select 'Customer ' || n, 'customer' || n || '@example.com' from generate_series(1, 40) as n;

insert into store.orders (customer_id, state, ordered_at)
select
  1 + n % 40,
  (array['open', 'paid', 'sent', 'returned'])[1 + n % 4]::store.order_state,
  now() - n * interval '17 hours'
from generate_series(1, 400) as n;

insert into store.order_lines (order_id, product_id, quantity, price)
select o.id, p.id, 1 + (o.id + p.id) % 3, p.price
from store.orders o
join store.products p on (o.id + p.id) % 3 = 0;

create view store.revenue_by_month as
select
  date_trunc('month', o.ordered_at)::date as month,
  count(distinct o.id) as orders,
  sum(l.quantity * l.price) as revenue
from store.orders o
join store.order_lines l on l.order_id = o.id
where o.state <> 'returned'
group by 1;

select * from store.revenue_by_month order by month desc;
`,
      },
      {
        id: 'quickstart-chat',
        title: 'Chat',
        about: 'Rooms, members and messages, with the newest message of each room.',
        sql: `-- To take it back: drop schema chat cascade;
create schema chat;

create table chat.people (
  id uuid primary key default gen_random_uuid(),
  name text not null unique
);

create table chat.rooms (
  id bigint generated always as identity primary key,
  name text not null
);

create table chat.members (
  room_id bigint not null references chat.rooms (id) on delete cascade,
  person_id uuid not null references chat.people (id) on delete cascade,
  read_until timestamptz not null default '-infinity',
  primary key (room_id, person_id)
);

create table chat.messages (
  id bigint generated always as identity primary key,
  room_id bigint not null references chat.rooms (id) on delete cascade,
  person_id uuid not null references chat.people (id),
  body text not null check (length(body) between 1 and 4000),
  sent_at timestamptz not null default now()
);

create index on chat.members (person_id);
create index on chat.messages (room_id, sent_at desc);

insert into chat.people (name) values ('Ines'), ('Mira'), ('Tomas');
insert into chat.rooms (name) values ('General'), ('Lunch');
insert into chat.members (room_id, person_id) select r.id, p.id from chat.rooms r, chat.people p;

insert into chat.messages (room_id, person_id, body, sent_at)
select r.id, p.id, 'Hello from ' || p.name, now() - r.id * interval '1 hour'
from chat.rooms r, chat.people p;

-- The newest message of each room, and how many somebody has not read.
select
  r.name as room,
  newest.body,
  newest.sent_at,
  (
    select count(*) from chat.messages m
    join chat.members member on member.room_id = m.room_id
    join chat.people p on p.id = member.person_id
    where m.room_id = r.id and p.name = 'Mira' and m.sent_at > member.read_until
  ) as unread
from chat.rooms r
cross join lateral (
  select body, sent_at from chat.messages m where m.room_id = r.id order by sent_at desc limit 1
) as newest
order by newest.sent_at desc;
`,
      },
    ],
  },
]
