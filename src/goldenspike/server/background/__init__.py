"""Long work that people ask for at the page: a queue, and a process of low priority for each job."""
