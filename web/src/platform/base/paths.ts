import { pageAddresses } from '@fornix/contract'

/** Every address of the app. */
export const paths = {
  ...pageAddresses,
  patientsAfterLogout: '/patients/',
  /** The address that `openStudy` uses. */
  viewer: ({ study_UID, seriesId }: { study_UID: string; seriesId: string }) =>
    `${pageAddresses.viewer}?${new URLSearchParams({ study: study_UID, seriesId })}`,
} as const

/** In the address of a record in the staff area. */
export const patientParameter = 'patient'
export const namesPatient = (search: string) => new URLSearchParams(search).has(patientParameter)

/** The viewer is its own document, with its own policy and always dark. */
export const isViewer = (path: string) => /^\/viewer\/?$/i.test(path)
