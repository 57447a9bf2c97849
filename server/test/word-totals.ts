/** Which beginnings have a total: up to four letters, and one more than those that are broad. */
const kept = `(letters <= 4 or exists (select from patient_word_totals b
  where b.project_id = w.project_id and b.beginning = left(word, letters - 1) and b.broad))`

/** The beginnings whose totals are not the patients who have such a word, counted one by one; none, whatever was written. */
export const wrongTotals = `
  with counted as (
    select project_id, left(word, letters) as beginning, count(distinct patient_id) as patients
      from patient_words w join patients p using (project_id, patient_id), generate_series(1, length(word)) letters
     where p.deleted_at is null and ${kept} group by 1, 2)
  select beginning, t.patients as kept, c.patients as counted
    from patient_word_totals t full join counted c using (project_id, beginning)
   where coalesce(t.patients, 0) <> coalesce(c.patients, 0)`

/** The sets that do not hold exactly the patients who have such a word; none, whatever was written. */
export const wrongSets = `
  with counted as (
    select w.project_id, b.beginning, array_agg(distinct p.number order by p.number) as numbers
      from patient_word_totals b
      join patient_words w on w.project_id = b.project_id and w.word >= b.beginning and w.word < b.beginning || U&'\\+10FFFF'
      join patients p on p.project_id = w.project_id and p.patient_id = w.patient_id
     where b.broad and p.deleted_at is null group by 1, 2),
  kept as (
    select project_id, beginning, array_agg(chunk * 2048 + bit order by chunk, bit) as numbers
      from patient_word_sets, generate_series(0, 2047) bit where get_bit(bits, bit) = 1 group by 1, 2)
  select beginning, k.numbers as kept, c.numbers as counted from kept k full join counted c using (project_id, beginning)
   where k.numbers is distinct from c.numbers`
