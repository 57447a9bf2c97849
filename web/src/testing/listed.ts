/** A patient, as admin lists name the person whose record something is about. */
export const anaOfLists = {
  patient_id: 'P-7K3QX9',
  name: 'Ana Rivera',
  dob: '04-17-1986',
  mrn_number: 'LN-1',
  has_namesake: false,
  is_deleted: false,
}

export const idOf = (n: number) => `01930000-0000-7000-8000-00000000000${n}`

export const onePage = (total: number) => ({ total, total_pages: 1 })
