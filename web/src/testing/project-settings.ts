import type { getProjectSettings, ResponseOf } from '@fornix/contract'

const contact = { address: '1 Harbor Street', email: 'hello@lumen.example', phone: '(617) 555-0100', social: [] }

/** The settings of a clinic, with different contact details. */
export const projectSettings = (more: Partial<typeof contact> = {}): ResponseOf<typeof getProjectSettings> => ({
  name: 'Lumen Neuro',
  contact: { ...contact, ...more },
  time_zone: 'America/New_York',
  blocked_email_domains: [],
  patient_id_issuers: [],
  retention_years: 7,
  answer_days: 2,
  countersign_forms: false,
  own_images_open: false,
  version: 1,
  logo_url: '',
})
