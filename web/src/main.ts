import { mount } from 'svelte'
import App from './App.svelte'
import { open } from './lib/words.svelte'
import './style/type.css'
import './style/page.css'

await open()
mount(App, { target: document.getElementById('page')! })
