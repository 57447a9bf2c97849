import { pageAddresses } from '@fornix/contract'

/** Every address of the app. */
export const paths = {
  ...pageAddresses,
  patientsAfterLogout: '/patients/',
  /** The same address as `openStudy` names. */
  viewer: ({ study_UID, seriesId }: { study_UID: string; seriesId: string }) =>
    `${pageAddresses.viewer}?${new URLSearchParams({ study: study_UID, seriesId })}`,
} as const

/** In the address of a record as staff see it. */
export const patientParameter = 'patient'
export const namesPatient = (search: string) => new URLSearchParams(search).has(patientParameter)

/** The viewer is a document of its own, with its own policy and always dark. */
export const isViewer = (path: string) => /^\/viewer\/?$/i.test(path)
