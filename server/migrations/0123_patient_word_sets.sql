-- Which patients have a word that begins so, as a set of bits, where they are thousands: then "m a" or "mrn-1" is two sets and not two ranges
-- of a hundred thousand words. A patient's bit is the patient's number in the project, which never changes and is never used again.
alter table project_totals add column numbered int not null default 0;
alter table patients add column number int;

create function number_patient() returns trigger language plpgsql as $$
begin
  insert into project_totals as t (project_id, patients, numbered) values (new.project_id, 0, 1)
    on conflict (project_id) do update set numbered = t.numbered + 1 returning numbered - 1 into new.number;
  return new;
end $$;
create trigger patients_numbered before insert on patients for each row when (new.number is null) execute function number_patient();

-- Once true, for ever. What is longer than four letters has a total only where one letter less is broad.
alter table patient_word_totals add column broad boolean not null default false;

-- Bit 0 of chunk 1 is the patient with number 2048. Small, since each change of a word writes one afresh.
create table patient_word_sets (
  project_id uuid not null,
  beginning text collate "C" not null,
  chunk int not null,
  bits bit(2048) not null,
  primary key (project_id, beginning, chunk)
) with (fillfactor = 80);
select staff_table('patient_word_sets', 'select, insert, update');

create type word_change as (project_id uuid, patient_id uuid, word text, word_before text, change int);

-- A patient who changes a name may not read of whom else a set is. This function may, for the time that it runs. Not by a `set` of the function:
-- where nothing was set, that would leave an empty patient behind.
create function count_word_changes(changes word_change[]) returns void language plpgsql set plan_cache_mode = 'force_generic_plan' as $$
declare
  scope constant text := current_setting('app.patient_id', true);
begin
  if scope <> 'any' then perform set_config('app.patient_id', 'any', true); end if;
  -- One writer of a project at a time, so that no two wait for each other's beginnings.
  perform from project_totals where project_id in (select c.project_id from unnest(changes) c) order by project_id for update;
  -- Looked up one by one: the planner cannot know how few they are. The first beginning of a word that is not broad is its last one with a total.
  with words as materialized (
    select c.*, coalesce((select letters from generate_series(4, length(c.word)) letters
        where (select t.broad from patient_word_totals t where t.project_id = c.project_id and t.beginning = left(c.word, letters)) is not true
        limit 1), length(c.word)) as counted
      from unnest(changes) c),
  changed as materialized (
    select project_id, patient_id, left(word, letters) as beginning, sum(change) as change
      from words, generate_series(1, counted) letters
     where left(word, letters) collate "C" <> left(word_before, letters)
     group by project_id, patient_id, left(word, letters) having sum(change) <> 0),
  totals as (
    insert into patient_word_totals as t (project_id, beginning, patients)
      select project_id, beginning, sum(change) from changed group by project_id, beginning
      on conflict (project_id, beginning) do update set patients = t.patients + excluded.patients
      returning t.project_id, t.beginning, t.broad),
  numbers as materialized (
    select c.*, (select p.number from patients p where p.project_id = c.project_id and p.patient_id = c.patient_id) as number
      from (select distinct project_id, patient_id from changed) c)
  -- Who has come or gone is the other one of two.
  insert into patient_word_sets as s (project_id, beginning, chunk, bits)
    select project_id, beginning, number / 2048, bit_xor(set_bit(0::bit(2048), number % 2048, 1))
      from changed join totals using (project_id, beginning) join numbers using (project_id, patient_id)
     where broad and number is not null
     group by project_id, beginning, number / 2048
    on conflict (project_id, beginning, chunk) do update set bits = s.bits # excluded.bits;
  if scope <> 'any' then perform set_config('app.patient_id', scope, true); end if;
end $$;

create or replace function count_new_words() returns trigger language plpgsql as $$
begin
  perform count_word_changes(array_agg((project_id, patient_id, word, word_before, 1)::word_change)) from after_rows
    where living and word_before is not null having count(*) > 0;
  return null;
end $$;
-- Most changes of a word are of the name that it is sorted by, and change no total.
create or replace function count_words() returns trigger language plpgsql as $$
begin
  perform count_word_changes(array_agg((project_id, patient_id, word, word_before, change)::word_change)) from (
    select *, 1 as change from (
      select project_id, patient_id, word, word_before from after_rows where living
      except select project_id, patient_id, word, word_before from before_rows where living) come
    union all
    select *, -1 from (
      select project_id, patient_id, word, word_before from before_rows where living
      except select project_id, patient_id, word, word_before from after_rows where living) gone) w
    where word_before is not null having count(*) > 0;
  return null;
end $$;
create or replace function count_gone_words() returns trigger language plpgsql as $$
begin
  perform count_word_changes(array_agg((project_id, patient_id, word, word_before, -1)::word_change)) from before_rows
    where living and word_before is not null having count(*) > 0;
  return null;
end $$;
