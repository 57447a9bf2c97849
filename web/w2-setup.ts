import './src/css.ts'
