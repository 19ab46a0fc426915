// Nothing is instantiated here.
