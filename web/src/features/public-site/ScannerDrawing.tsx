import { t } from '../../platform/language/t.ts'

/** A portable scanner at a bed, drawn for the dark background of its section. */
export function ScannerDrawing() {
  return (
    <svg
      viewBox="0 48 460 188"
      role="img"
      aria-label={t('Drawing of a small scanner at the head of a hospital bed, plugged into the wall')}
      width="100%"
      style={{ maxWidth: 460, display: 'block' }}
    >
      <g fill="none" stroke="#d7f4f8" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M12 226h436" strokeOpacity=".5" />
        <path d="M196 152h214M196 168h214M222 168v42M394 168v42M410 104v64" />
        <circle cx="222" cy="217" r="8" />
        <circle cx="394" cy="217" r="8" />
        <path d="M30 96h18v22H30zM39 118c0 44 6 92 46 92" />
        <path
          d="M84 60h110q10 0 10 10v24h-40q-22 0-22 22v10q0 22 22 22h40v16q0 10-10 10h-20v34H104v-34H84q-10 0-10-10V70q0-10 10-10z"
          fill="#ffffff14"
        />
        <path d="M96 78h60M96 90h36" strokeOpacity=".6" />
        <circle cx="112" cy="217" r="8" />
        <circle cx="166" cy="217" r="8" />
      </g>
      <g fill="#59c5d1">
        <circle cx="182" cy="121" r="20" />
        <path d="M206 128q4-14 20-14h112q34 0 54 24v12H206z" fillOpacity=".75" />
      </g>
      <g fill="none" stroke="#fcd5a9" strokeWidth="2.5" strokeLinecap="round">
        <path d="M148 106q-8 15 0 30M136 98q-13 23 0 46" />
      </g>
    </svg>
  )
}
