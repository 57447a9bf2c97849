import '@fontsource-variable/inter/wght.css'
import './css.ts'
