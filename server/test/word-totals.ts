/** The beginnings whose totals are not the patients who have such a word, counted one by one; none, whatever was written. */
export const wrongTotals = `
  with counted as (
    select project_id, left(word, letters) as beginning, count(distinct patient_id) as patients
      from patient_words join patients p using (project_id, patient_id), generate_series(1, 4) letters
     where p.deleted_at is null and length(word) >= letters group by 1, 2)
  select beginning, t.patients as kept, c.patients as counted
    from patient_word_totals t full join counted c using (project_id, beginning)
   where coalesce(t.patients, 0) <> coalesce(c.patients, 0)`
