try{const t=localStorage.getItem("website_theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}
