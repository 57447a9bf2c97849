import {
  completeOperatorReset,
  completePatientReset,
  resetOperatorPassword,
  resetPatientPassword,
} from '@fornix/contract'
import { useLocation } from 'react-router'
import { paths } from '../../platform/base/paths.ts'

const areas = {
  patient: {
    request: resetPatientPassword,
    complete: completePatientReset,
    requestPage: paths.patientReset,
    entrance: paths.patients,
  },
  operator: {
    request: resetOperatorPassword,
    complete: completeOperatorReset,
    requestPage: paths.operatorReset,
    entrance: paths.physicians,
  },
}

/** The password pages of patients and of staff differ in their calls and in the link back. */
export const useArea = () => areas[/^\/operator\//i.test(useLocation().pathname) ? 'operator' : 'patient']
